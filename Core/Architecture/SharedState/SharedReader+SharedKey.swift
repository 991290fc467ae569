import Issues

// The initializers and the method again for keys that extensions of `SharedKey` declare. The
// compiler doesn't find such a key, as in `@SharedReader(.volume)`, in an argument whose type is
// any `SharedReaderKey`.

extension SharedReader {
  /// Creates a reference to the value of a key, with a default value.
  @_disfavoredOverload
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let key: some SharedReaderKey<Value> = key
    self.init(
      wrappedValue: wrappedValue(), key, fileID: fileID, filePath: filePath, line: line,
      column: column)
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
  @_disfavoredOverload
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
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: _SharedKeyDefault<Key>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      wrappedValue: wrappedValue(), key.base, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Creates a reference to the value of a key after loading it. Throws if there is none.
  @_disfavoredOverload
  public init(require key: some SharedKey<Value>) async throws {
    let key: some SharedReaderKey<Value> = key
    try await self.init(require: key)
  }

  /// Shares the value of a different key instead, and loads it.
  @_disfavoredOverload
  public func load(_ key: some SharedKey<Value>) async throws {
    let key: some SharedReaderKey<Value> = key
    try await load(key)
  }
}
