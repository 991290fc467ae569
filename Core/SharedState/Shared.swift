import DependencyInjection

/// A property whose value is shared with others, by reference.
///
///     @Shared(.appStorage("isMuted")) var isMuted = false
///     @Shared(.fileStorage(.documentsDirectory.appending(component: "drafts.json"))) var drafts = [""]
///     @Shared var count: Int
///
/// The value is read like that of any property, and changed with `$count.withLock { $0 += 1 }`.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value>: Sendable {
  let location: any SharedLocation<Value>

  init(_ location: any SharedLocation<Value>) {
    self.location = location
  }

  /// Shares a value that is kept nowhere.
  public init(value: sending Value) {
    location = SharedBox(value)
  }

  /// Shares what another reference shares.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares what another reference shares.
  public init(_ base: Shared) {
    self = base
  }

  /// Shares what is in an optional shared value, if anything is.
  public init?(_ base: Shared<Value?>) {
    guard let location = SharedUnwrapped(base.location) else { return nil }
    self.location = location
  }

  /// A reference whose changes are thrown away.
  public static func constant(_ value: sending Value) -> Self {
    Self(SharedConstant(value))
  }

  /// The value.
  public var wrappedValue: Value {
    get { location.value(.current) }
    @available(*, unavailable, message: "Use '$shared.withLock' to change a shared value.")
    nonmutating set { fatalError() }
  }

  /// The reference itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Changes the value, while nobody else does.
  @discardableResult
  public func withLock<Result>(
    _ operation: (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try location.withLock(operation)
  }

  /// A reference to a part of the value.
  public subscript<Member>(
    dynamicMember path: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(SharedMember(location, path))
  }

  /// A reference to a part of the value that cannot be changed.
  @_disfavoredOverload
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(SharedReadMember(location, path))
  }

  /// A reference to what a function makes of the value.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    reader.read(body)
  }

  /// A reference that can only be read.
  public var reader: SharedReader<Value> { SharedReader(location) }
}

extension Shared {
  /// Shares the value of a key, which begins as a default value.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    location = DependencyValues.current.sharedReferences.box(key, orMake: wrappedValue)
  }

  /// Shares the value of a key, whose default value is `nil`.
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key with a default value.
  public init<Key: SharedKey<Value>>(_ key: _SharedKeyDefault<Key>) {
    self.init(wrappedValue: key.defaultValue(), key)
  }

  /// Shares the value of a key with a default value, for which another one is given.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>
  ) {
    location = DependencyValues.current.sharedReferences.box(key, orMake: wrappedValue)
  }

  /// Shares the value of a key once it has been loaded; throws if there is none.
  public init<Key: SharedKey<Value>>(require key: Key) async throws {
    let value = try await key.required()
    self.init(wrappedValue: value, key)
  }

  /// Shares the value of another key from now on, once it has been loaded.
  public mutating func load(_ key: some SharedKey<Value>) async throws {
    let new = Shared(wrappedValue: wrappedValue, key)
    try await new.load()
    self = new
  }

  /// Loads the value once more from where it is kept.
  public func load() async throws { try await location.box?.load() }

  /// Saves the value where it is kept.
  public func save() async throws { try await location.box?.save() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { location.box?.isLoading ?? false }

  /// Why the value could not be loaded the last time, if it could not.
  public var loadError: (any Error)? { location.box?.loadError }

  /// Why the value could not be saved the last time, if it could not.
  public var saveError: (any Error)? { location.box?.saveError }
}

extension SharedReaderKey {
  /// The value where it is kept, which must be there.
  func required() async throws -> Value {
    let value = try await withCheckedThrowingContinuation { waiting in
      load(context: .userInitiated, continuation: LoadContinuation { waiting.resume(with: $0) })
    }
    guard let value else { throw MissingSharedValue(key: recordedName) }
    return value
  }
}

/// No value is kept where a shared property requires one.
struct MissingSharedValue: Error, CustomStringConvertible {
  let key: String

  var description: String {
    "there is no value for '\(key)': save one first, or give the property a default value"
  }
}
