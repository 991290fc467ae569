import DependencyInjection
import Issues

/// A property wrapper for read-only access to a shared value.
///
///     @SharedReader(.appStorage("isMuted")) var isMuted = false
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value>: Sendable {
  let cell: SharedCell<any SharedReading<Value>>

  var location: any SharedReading<Value> { cell.location }

  init(_ location: any SharedReading<Value>) {
    cell = SharedCell(location)
  }

  /// Creates a reference to a constant value.
  public init(value: sending Value) {
    self.init(SharedConstant(value))
  }

  /// Creates a copy of a reference.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Creates a read-only copy of a writable reference.
  public init(_ base: Shared<Value>) {
    self.init(base.location)
  }

  /// Creates a reference to an optional reference's wrapped value; fails if that is `nil`.
  public init?(_ base: SharedReader<Value?>) {
    guard let location = SharedReadUnwrapped(base.location) else { return nil }
    self.init(location)
  }

  /// Creates a read-only reference to an optional reference's wrapped value, unless that is `nil`.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// Returns a reference to a constant value.
  public static func constant(_ value: sending Value) -> Self {
    Self(SharedConstant(value))
  }

  /// The current value.
  public var wrappedValue: Value { location.value(.current) }

  /// The reference itself. Assigning a different reference redirects all copies of the property.
  public var projectedValue: Self {
    get { self }
    nonmutating set {
      let old = location
      cell.location = newValue.location
      old.box?.noteRedirection()
    }
  }

  /// Returns a reference to a part of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(SharedReadMember(location, path))
  }

  /// Returns a reference to the result of a function of the value.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(SharedTransformed(location, body))
  }
}

extension SharedReader {
  /// Creates a reference to the value of a key, with a default value.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      DependencyValues.current.sharedReferences.box(key, at: location, orMake: wrappedValue))
  }

  /// Creates a reference to the value of a key, with the default value `nil`.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a reference to the value of a key that has a default value.
  public init<Key: SharedReaderKey<Value>>(
    _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      wrappedValue: key.defaultValue(), key, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Creates a reference to the value of a key, with a default value that replaces the key's
  /// default.
  @_disfavoredOverload
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      DependencyValues.current.sharedReferences.box(key, at: location, orMake: wrappedValue))
  }

  /// Creates a reference to the value of a key after loading it. Throws if there is none.
  public init<Key: SharedReaderKey<Value>>(require key: Key) async throws {
    self.init(key.box(startingWith: try await key.required()))
  }

  /// Shares the value of a different key instead, and loads it.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    projectedValue = Self(key.box(startingWith: wrappedValue))
    try await load()
  }

  /// Loads the value from its storage again.
  public func load() async throws { try await location.box?.load() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { location.box?.isLoading ?? false }

  /// The error of the last load, if it failed.
  public var loadError: (any Error)? { location.box?.loadError }
}
