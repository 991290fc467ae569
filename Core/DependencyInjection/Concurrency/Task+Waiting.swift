extension Task where Failure == any Error {
  /// The task's value; when the task that waits for it is cancelled, so is this one.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The task's value; when the task that waits for it is cancelled, so is this one.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// Suspends until the task is cancelled, and then throws `CancellationError`.
  public static func never() async throws -> Success {
    for await element in AsyncStream<Success>.never { return element }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled, and then throws `CancellationError`.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends a number of times, so that other tasks can go on.
  ///
  /// A test needs it for code that no test clock or test store waits for, and only then.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<max(0, count) { await yield() }
  }
}
