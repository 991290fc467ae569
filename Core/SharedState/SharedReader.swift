import DependencyInjection

/// A property whose value is shared with others, and which only they change.
///
///     @SharedReader(.appStorage("isMuted")) var isMuted = false
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value>: Sendable {
  let location: any SharedReading<Value>

  init(_ location: any SharedReading<Value>) {
    self.location = location
  }

  /// Shares a value that never changes.
  public init(value: sending Value) {
    location = SharedConstant(value)
  }

  /// Shares what another reference shares.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Shares what another reference shares.
  public init(_ base: SharedReader) {
    self = base
  }

  /// Shares what another reference shares, which can also change it.
  public init(_ base: Shared<Value>) {
    location = base.location
  }

  /// Shares what is in an optional shared value, if anything is.
  public init?(_ base: SharedReader<Value?>) {
    guard let location = SharedReadUnwrapped(base.location) else { return nil }
    self.location = location
  }

  /// Shares what is in an optional shared value, if anything is.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// A reference to a value that never changes.
  public static func constant(_ value: sending Value) -> Self {
    Self(SharedConstant(value))
  }

  /// The value.
  public var wrappedValue: Value { location.value(.current) }

  /// The reference itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A reference to a part of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(SharedReadMember(location, path))
  }

  /// A reference to what a function makes of the value.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(SharedTransformed(location, body))
  }
}

extension SharedReader {
  /// Shares the value of a key, which begins as a default value.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    location = DependencyValues.current.sharedReferences.box(key, orMake: wrappedValue)
  }

  /// Shares the value of a key, whose default value is `nil`.
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key with a default value.
  public init<Key: SharedReaderKey<Value>>(_ key: _SharedKeyDefault<Key>) {
    self.init(wrappedValue: key.defaultValue(), key)
  }

  /// Shares the value of a key with a default value, for which another one is given.
  @_disfavoredOverload
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>
  ) {
    location = DependencyValues.current.sharedReferences.box(key, orMake: wrappedValue)
  }

  /// Shares the value of a key once it has been loaded; throws if there is none.
  public init<Key: SharedReaderKey<Value>>(require key: Key) async throws {
    let value = try await key.required()
    self.init(wrappedValue: value, key)
  }

  /// Shares the value of another key from now on, once it has been loaded.
  public mutating func load(_ key: some SharedReaderKey<Value>) async throws {
    let new = SharedReader(wrappedValue: wrappedValue, key)
    try await new.load()
    self = new
  }

  /// Loads the value once more from where it is kept.
  public func load() async throws { try await location.box?.load() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { location.box?.isLoading ?? false }

  /// Why the value could not be loaded the last time, if it could not.
  public var loadError: (any Error)? { location.box?.loadError }
}
