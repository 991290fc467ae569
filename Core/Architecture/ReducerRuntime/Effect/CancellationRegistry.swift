import DependencyInjection
import Platform

/// The cancelable effects of one store, or the cancelable work outside of stores, by identity.
package final class CancellationRegistry: Sendable {
  // Effect tasks can cancel from any thread.
  private let groups = Mutex<[ScopedCancelID: [EffectGroup]]>([:])

  /// The number of records is limited. Removing records whose interval has passed would need a
  /// reading of the clock, which would be recorded.
  private let throttles = Mutex(RecentValues<ScopedCancelID, ThrottleRecord>(limit: 4_096))

  func throttle(_ id: ScopedCancelID) -> ThrottleRecord {
    throttles.withLock { throttles in
      throttles.value(of: id, orElse: { ThrottleRecord() }, isInUse: \.hasAction)
    }
  }

  func discardThrottledActions() {
    for record in throttles.withLock({ $0.values }) { record.discardAction() }
  }

  func add(_ group: EffectGroup, _ ids: [ScopedCancelID]) {
    groups.withLock { groups in
      for id in ids { groups[id, default: []].append(group) }
    }
  }

  func remove(_ group: EffectGroup, _ ids: [ScopedCancelID]) {
    groups.withLock { groups in
      for id in ids {
        guard var remaining = groups[id] else { continue }
        remaining.removeAll { $0 === group }
        groups[id] = remaining.isEmpty ? nil : remaining
      }
    }
  }

  /// Cancels the effects with an identity that were returned by the child at a path or by its
  /// descendants.
  func cancel(
    _ id: CancelID, at path: [ChildPathComponent], except kept: [EffectGroup] = [],
    by canceler: EffectGroup.Canceler = .step
  ) {
    let id = ScopedCancelID(path: path, id: id)
    let cancelled = groups.withLock { groups in
      guard let found = groups.removeValue(forKey: id) else { return [EffectGroup]() }
      let remaining = found.filter { group in kept.contains { $0 === group } }
      if !remaining.isEmpty { groups[id] = remaining }
      return found.filter { group in !remaining.contains { $0 === group } }
    }
    for group in cancelled { group.cancel(by: canceler) }
  }
}

struct CancelID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: any Hashable & Sendable) {
    self.base = base
  }

  static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}

extension CancelID: CustomStringConvertible {
  var description: String { String(describing: base) }
}

/// A child in the path of an effect, identified by an operator and one of the operator's children.
struct ChildPathComponent: Hashable, Sendable {
  /// The operator, within the reducer that one store runs.
  let scopes: ObjectIdentifier
  let id: CancelID
}

/// A cancellation identity in the scope of a child and its descendants, but not of its siblings.
struct ScopedCancelID: Hashable, Sendable {
  /// The path to the child, outermost first.
  let path: [ChildPathComponent]
  let id: CancelID

  static func all(_ id: CancelID, at path: [ChildPathComponent]) -> [ScopedCancelID] {
    (0...path.count).map { ScopedCancelID(path: Array(path.prefix($0)), id: id) }
  }
}

/// The store and the child for which the current task performs an effect.
struct EffectTaskScope: Sendable {
  @TaskLocal static var current: EffectTaskScope?

  let registry: CancellationRegistry
  let path: [ChildPathComponent]
  /// Dismisses the innermost presented feature that the effect belongs to, if there is one.
  let dismiss: (@MainActor @Sendable () -> Void)?
  /// Notifies the observer of the effect, if there is one, that an action was not sent.
  var noteDroppedAction: (@MainActor @Sendable () -> Void)?

  func cancel(_ id: CancelID) {
    registry.cancel(id, at: path, by: .task)
  }
}
