public import SharedState

// The protocols of keys until 1.16. Replaced by `SharedReaderKey` and `SharedKey`.

/// The former name of `SharedReaderKey`.
@available(*, deprecated, renamed: "SharedReaderKey")
public typealias PersistenceReaderKey = SharedReaderKey

/// The former form of `SharedKey`, with a method that saves a value at once.
@available(*, deprecated, message: "Use 'SharedKey'.")
public protocol PersistenceKey<Value>: SharedKey {
  /// Saves the value.
  func save(_ value: Value)
}

@available(*, deprecated)
extension PersistenceKey {
  /// Saves the value with `save(_:)`.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    save(value)
    continuation.resume()
  }
}

extension SharedKey {
  fileprivate func saveAtOnce(_ value: Value) {
    save(value, context: .didSet, continuation: SaveContinuation { _ in })
  }
}

@available(*, deprecated)
extension InMemoryKey: PersistenceKey {
  /// Saves the value.
  public func save(_ value: Value) { saveAtOnce(value) }
}

@available(*, deprecated)
extension AppStorageKey: PersistenceKey {
  /// Saves the value.
  public func save(_ value: Value) { saveAtOnce(value) }
}

@available(*, deprecated)
extension FileStorageKey: PersistenceKey {
  /// Saves the value.
  public func save(_ value: Value) { saveAtOnce(value) }
}

/// The former name of `SharedReaderKey.Default`.
@available(*, deprecated, message: "Use the type 'Default' of the key.")
public typealias PersistenceKeyDefault<Base: SharedReaderKey> = _SharedKeyDefault<Base>

extension _SharedKeyDefault {
  /// Creates a key with a default value.
  @available(*, deprecated, message: "Use 'Self[key, default: value]'.")
  public init(_ key: Base, _ value: @autoclosure @escaping @Sendable () -> Base.Value) {
    self = Self[key, default: value()]
  }
}

@available(*, deprecated)
extension _SharedKeyDefault: PersistenceKey where Base: SharedKey {
  /// Saves the value.
  public func save(_ value: Base.Value) { saveAtOnce(value) }
}

// Static members in an extension of `PersistenceKey` are found only with its name.

extension Shared {
  /// Creates a reference to the value of a key, with a default value.
  @_disfavoredOverload
  @available(*, deprecated, message: "Declare the key in an extension of 'SharedKey'.")
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some PersistenceKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    func current(_ key: some SharedKey<Value>) -> Self {
      Self(
        wrappedValue: wrappedValue(), key, fileID: fileID, filePath: filePath, line: line,
        column: column)
    }
    self = current(key)
  }

  /// Creates a reference to the value of a key, with the default value `nil`.
  @_disfavoredOverload
  @available(*, deprecated, message: "Declare the key in an extension of 'SharedKey'.")
  public init<Wrapped>(
    _ key: some PersistenceKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
