/// Runs work whose end is not awaited, except in tests.
///
///     @Dependency(\.fireAndForget) var fireAndForget
///     await fireAndForget { try await upload(folder) }
public struct FireAndForget: Sendable {
  private let run:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Creates a value that runs work by a function.
  public init(
    _ run:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.run = run
  }

  /// Runs work; an error that it throws is ignored.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await run(priority, work)
  }
}

extension DependencyValues {
  /// Runs work whose end is not awaited, except in tests.
  ///
  /// The work sees the dependencies of its caller, and is not canceled with it.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { priority, work in
    Task(priority: priority) { try await work() }
  }

  static let testValue = FireAndForget { priority, work in
    // A task of its own, since work in the caller's would be canceled with the caller.
    _ = await Task(priority: priority) { try await work() }.result
  }
}
