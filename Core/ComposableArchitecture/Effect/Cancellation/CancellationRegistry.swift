import Locking

/// The effects of one store that can be cancelled by an identity.
final class CancellationRegistry: Sendable {
  // Tasks of effects may cancel from wherever they run.
  private let groups = Mutex<[ScopedCancelID: [EffectGroup]]>([:])

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
  func cancel(_ id: CancelID, at path: [ChildPlace]) {
    let cancelled = groups.withLock {
      $0.removeValue(forKey: ScopedCancelID(path: path, id: id)) ?? []
    }
    for group in cancelled { group.cancel() }
  }
}
