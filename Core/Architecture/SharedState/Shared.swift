import DependencyInjection
import Issues

/// A property wrapper that shares a value by reference.
///
///     @Shared(.appStorage("isMuted")) var isMuted = false
///     @Shared(.fileStorage(.documentsDirectory.appending(component: "drafts.json")))
///     var drafts = [""]
///     @Shared var count: Int
///
/// Read the value like any property, and change it with `$count.withLock { $0 += 1 }`.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value>: Sendable {
  let cell: SharedCell<any SharedLocation<Value>>

  var location: any SharedLocation<Value> { cell.location }

  init(_ location: any SharedLocation<Value>) {
    cell = SharedCell(location)
  }

  /// Creates a reference to a value without a key.
  public init(value: sending Value) {
    self.init(SharedBox(value))
  }

  /// Creates a copy of a reference.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Creates a reference to an optional reference's wrapped value; fails if that is `nil`.
  public init?(_ base: Shared<Value?>) {
    guard let location = SharedUnwrapped(base.location) else { return nil }
    self.init(location)
  }

  /// Returns a reference whose changes are discarded.
  public static func constant(_ value: sending Value) -> Self {
    Self(SharedConstant(value))
  }

  /// The current value.
  ///
  /// A change such as `count += 1` reads and writes separately: a different thread that changes the
  /// value in between loses its change.
  public var wrappedValue: Value {
    get { location.value(.current) }
    @available(*, deprecated, message: "Use '$shared.withLock' to change a shared value.")
    nonmutating set { location.withLock { $0 = newValue } }
  }

  /// The reference itself. Assigning a different reference redirects all copies of the property.
  public var projectedValue: Self {
    get { self }
    nonmutating set {
      let old = location
      cell.location = newValue.location
      old.box?.noteRedirection()
    }
  }

  /// Changes the value with exclusive access.
  ///
  /// The closure changes a copy, which replaces the value when the closure returns or throws. Code
  /// in the closure that reads the shared value sees the value from before.
  @discardableResult
  public func withLock<Result>(
    _ operation: (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try location.withLock(operation)
  }

  /// Returns a reference to a part of the value.
  public subscript<Member>(
    dynamicMember path: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(SharedMember(location, path))
  }

  /// Returns a read-only reference to a part of the value.
  @_disfavoredOverload
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(SharedReadMember(location, path))
  }

  /// Returns a read-only reference to the result of a function of the value.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    reader.read(body)
  }

  /// A read-only reference to the value.
  public var reader: SharedReader<Value> { SharedReader(location) }
}

extension Shared {
  /// Creates a reference to the value of a key, with a default value.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>,
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
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a reference to the value of a key that has a default value.
  public init<Key: SharedKey<Value>>(
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
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      DependencyValues.current.sharedReferences.box(key, at: location, orMake: wrappedValue))
  }

  /// Creates a reference to the value of a key after loading it. Throws if there is none.
  public init<Key: SharedKey<Value>>(require key: Key) async throws {
    self.init(key.box(startingWith: try await key.required()))
  }

  /// Shares the value of a different key instead, and loads it.
  public func load(_ key: some SharedKey<Value>) async throws {
    projectedValue = Self(key.box(startingWith: wrappedValue))
    try await load()
  }

  /// Loads the value from its storage again.
  public func load() async throws { try await location.box?.load() }

  /// Saves the value to its storage.
  public func save() async throws { try await location.box?.save() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { location.box?.isLoading ?? false }

  /// The error of the last load, if it failed.
  public var loadError: (any Error)? { location.box?.loadError }

  /// The error of the last save, if it failed.
  public var saveError: (any Error)? { location.box?.saveError }
}

extension SharedReaderKey {
  /// Returns the box of the key. A new box has an initial value, and does not load.
  func box(startingWith initial: Value) -> SharedBox<Value> {
    DependencyValues.current.sharedReferences.box(self, loads: false) { initial }
  }

  /// Returns the stored value. Throws an error if there is none.
  func required() async throws -> Value {
    try await SharedCall.load(recordedName) { try await requiredFromStorage() }
  }

  private func requiredFromStorage() async throws -> Value {
    let value = try await withCheckedThrowingContinuation { waiting in
      load(
        context: .userInitiated,
        continuation: LoadContinuation(recordedName) { waiting.resume(with: $0) })
    }
    guard let value else { throw MissingSharedValue(key: recordedName) }
    return value
  }
}

struct MissingSharedValue: Error, CustomStringConvertible {
  let key: String

  var description: String {
    "there is no value for '\(key)': save one first, or give the property a default value"
  }
}
