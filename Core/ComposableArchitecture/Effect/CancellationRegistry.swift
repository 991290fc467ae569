import Locking

/// The effects of one store that can be cancelled by an identity.
final class CancellationRegistry: Sendable {
  // Tasks of effects may cancel from wherever they run.
  private let groups = Mutex<[ScopedCancelID: [EffectGroup]]>([:])

  private let throttles = Mutex<[ScopedCancelID: ThrottleRecord]>([:])

  /// What the throttled effects of an identity have sent.
  func throttle(_ id: ScopedCancelID) -> ThrottleRecord {
    throttles.withLock { throttles in
      let record = throttles[id] ?? ThrottleRecord()
      throttles[id] = record
      return record
    }
  }

  /// Discards the actions that throttled effects hold back.
  func discardThrottledActions() {
    for record in throttles.withLock({ Array($0.values) }) { record.discardAction() }
  }

  /// Adds effects that each of these identities cancels.
  func add(_ group: EffectGroup, _ ids: [ScopedCancelID]) {
    groups.withLock { groups in
      for id in ids { groups[id, default: []].append(group) }
    }
  }

  /// Removes effects that have ended.
  func remove(_ group: EffectGroup, _ ids: [ScopedCancelID]) {
    groups.withLock { groups in
      for id in ids {
        guard var remaining = groups[id] else { continue }
        remaining.removeAll { $0 === group }
        groups[id] = remaining.isEmpty ? nil : remaining
      }
    }
  }

  /// Cancels the effects of an identity that the child at a path, or a child of it, returned.
  func cancel(_ id: CancelID, at path: [ChildPathComponent], besides kept: [EffectGroup] = []) {
    let id = ScopedCancelID(path: path, id: id)
    let cancelled = groups.withLock { groups in
      guard let found = groups.removeValue(forKey: id) else { return [EffectGroup]() }
      let remaining = found.filter { group in kept.contains { $0 === group } }
      if !remaining.isEmpty { groups[id] = remaining }
      return found.filter { group in !remaining.contains { $0 === group } }
    }
    for group in cancelled { group.cancel() }
  }
}

/// The identity by which an effect can be cancelled.
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

/// One of the children that an effect comes from: which operator's, and which of its children.
struct ChildPathComponent: Hashable, Sendable {
  /// The operator, of the reducer that one store runs.
  let scopes: ObjectIdentifier
  /// The identity of the child.
  let id: CancelID
}

/// An identity, as it is known to a child and to those in it.
///
/// A feature cancels effects of its own and of its children, never those of its siblings.
struct ScopedCancelID: Hashable, Sendable {
  /// The child, from the outermost one in.
  let path: [ChildPathComponent]
  /// The identity that the feature gave.
  let id: CancelID

  /// The identity as it is known to the child at a path, and to all that the child is in.
  static func all(_ id: CancelID, at path: [ChildPathComponent]) -> [ScopedCancelID] {
    (0...path.count).map { ScopedCancelID(path: Array(path.prefix($0)), id: id) }
  }
}

/// The store and the child on whose behalf the current task does the work of an effect.
struct EffectTaskScope: Sendable {
  /// Nil outside of effects.
  @TaskLocal static var current: EffectTaskScope?

  let registry: CancellationRegistry
  /// The children that returned the effect, from the outermost one in.
  let path: [ChildPathComponent]
  /// Dismisses the innermost presented feature that the effect is of, if it is of one.
  let dismiss: (@MainActor @Sendable () -> Void)?

  func cancel(_ id: CancelID) {
    registry.cancel(id, at: path)
  }
}
