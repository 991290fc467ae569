/// Runs work that nobody waits for; in a test it is waited for.
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
  /// Runs work that nobody waits for; in a test it is waited for.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { priority, work in
    Task.detached(priority: priority) { try await work() }
  }

  static let testValue = FireAndForget { _, work in try? await work() }
}
