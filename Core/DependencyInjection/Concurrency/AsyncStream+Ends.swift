extension AsyncStream {
  /// A stream that gives nothing, and ends when the task that waits for it is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream that gives nothing, and ends when the task that waits for it is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended, with an error if one is given.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
