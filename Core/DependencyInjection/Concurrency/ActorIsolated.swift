/// A value that an actor guards, for asynchronous code to share.
public final actor ActorIsolated<Value> {
  /// The value as it is now.
  public var value: Value

  /// Guards a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Reads or changes the value in one piece: nothing else gets at it in between.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try operation(&value)
  }

  /// Puts another value in its place.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
