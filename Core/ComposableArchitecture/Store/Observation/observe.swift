import Locking
import Observation

/// Runs a function now, and again whenever something changes that it has read from stores or models.
///
/// It runs again on the main actor, after the action that made the change. It ends when the token
/// that is returned is cancelled or goes away.
@MainActor
public func observe(
  _ apply: @escaping @MainActor @Sendable () -> Void
) -> ObserveToken {
  let token = ObserveToken()
  track(token, apply)
  return token
}

@MainActor
private func track(_ token: ObserveToken, _ apply: @escaping @MainActor @Sendable () -> Void) {
  withObservationTracking(apply) { [weak token] in
    Task { @MainActor in
      guard let token, !token.isCancelled else { return }
      track(token, apply)
    }
  }
}

/// What `observe` has begun; it ends when this is cancelled or goes away.
///
///     let token = observe { print(store.count) }
///     token.cancel()
public final class ObserveToken: Sendable {
  private let state = Mutex(false)

  /// Whether the observation has ended.
  public var isCancelled: Bool { state.withLock { $0 } }

  /// Ends the observation.
  public func cancel() {
    state.withLock { $0 = true }
  }

  /// Keeps the token in a set, for as long as the set is there.
  public func store(in set: inout Set<ObserveToken>) {
    set.insert(self)
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the same token.
  public static func == (one: ObserveToken, other: ObserveToken) -> Bool { one === other }

  /// Feeds the identity of the token to a hasher.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
