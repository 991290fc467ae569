import Issues

/// A function that runs work in the background. In tests, it waits for the work to finish.
///
/// An error that the work throws is reported as an issue.
///
///     @Dependency(\.fireAndForget) var fireAndForget
///     await fireAndForget { try await upload(folder) }
public struct FireAndForget: Sendable {
  private let run:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Creates a value that runs work with a function.
  public init(
    _ run:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.run = run
  }

  /// Runs work, and reports an error that it throws.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await run(priority, work)
  }
}

extension DependencyValues {
  /// A function that runs work in the background. In tests, it waits for the work to finish.
  ///
  /// The work inherits the caller's dependencies, but is not canceled with the caller.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { priority, work in
    _ = task(priority, work)
  }

  static let testValue = FireAndForget { priority, work in
    // The work needs its own task, because the caller's task would cancel it.
    await task(priority, work).value
  }

  private static func task(
    _ priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, Never> {
    Task(priority: priority) { _ = await withErrorReporting { try await work() } }
  }
}
