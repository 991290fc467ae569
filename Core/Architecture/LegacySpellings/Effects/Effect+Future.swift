public import ReducerRuntime

// Replaced by `withCheckedContinuation` in `Effect.run`.

extension Effect {
  /// Creates an effect that sends the value, or fails with the error, that a callback receives.
  ///
  ///     func load(from queue: DispatchQueue) -> Effect<Int> {
  ///       .future { callback in
  ///         queue.async { callback(.success(1)) }
  ///       }
  ///     }
  ///
  /// The effect ends with the first call of the callback.
  public static func future(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ attempt:
      @escaping (_ callback: @escaping @Sendable (Result<Action, any Error>) -> Void) -> Void
  ) -> Self {
    // `nonisolated(unsafe)`, because closures of the architecture's first years are not Sendable.
    // The store calls this one on the main actor only.
    nonisolated(unsafe) let attempt = attempt
    return .failing(fileID: fileID, filePath: filePath, line: line, column: column) { send in
      let (results, continuation) = AsyncStream.makeStream(of: Received<Action>.self)
      attempt { result in
        continuation.yield(Received(result: result))
        continuation.finish()
      }
      for await received in results { send(try received.result.get()) }
    }
  }
}

/// A result on its way from the thread of a callback to the main actor.
private struct Received<Action>: @unchecked Sendable {
  let result: Result<Action, any Error>
}
