import Platform
import Observation

/// Runs a function now, and again after each change to the stores or models that it has read.
///
/// The function runs on the main actor, after the action that made the change. Observation ends
/// when the returned token is canceled or deallocated.
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

/// A token of an observation, which ends when the token is canceled or deallocated.
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

  /// Stores the token in a set, which keeps the observation alive.
  public func store(in set: inout Set<ObserveToken>) {
    set.insert(self)
  }
}

extension ObserveToken: Hashable {
  /// Returns whether both values are the same token.
  public static func == (one: ObserveToken, other: ObserveToken) -> Bool { one === other }

  /// Hashes the identity of the token.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
