extension Task where Failure == any Error {
  /// The value of the task, which is canceled if the waiting task is canceled.
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
  /// The value of the task, which is canceled if the waiting task is canceled.
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
  /// Suspends until the task is canceled, and then throws `CancellationError`.
  public static func never() async throws -> Success {
    for await element in AsyncStream<Success>.never { return element }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is canceled, and then throws `CancellationError`.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Yields a number of times to let other tasks run.
  ///
  /// Tests need this only for code that neither a test clock nor a test store waits for.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<max(0, count) { await yield() }
  }
}
