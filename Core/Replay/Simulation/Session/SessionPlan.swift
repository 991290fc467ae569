/// A plan that determines a simulated session: the acts of the user, and the world.
package struct SessionPlan: Hashable, Codable, Sendable {
  /// The time that a user lets pass before an action.
  package enum Pause: Hashable, Codable, Sendable {
    /// Until nothing happens any more without the user.
    case untilIdle
    case milliseconds(Int)
  }

  package struct Act: Hashable, Codable, Sendable {
    /// The number of the act when it was drawn, which remains when other acts are left out.
    package let number: Int
    package var pause: Pause
    package var kind: Kind

    package init(number: Int, pause: Pause, kind: Kind) {
      (self.number, self.pause, self.kind) = (number, pause, kind)
    }
  }

  package enum Kind: Hashable, Codable, Sendable {
    /// An encoded action, in the form that a log stores.
    case action([UInt8])
    /// The app quits, and starts again with what was saved.
    case quit
    /// The app is ended in the middle of its work, and starts again with what was saved.
    case crash
  }

  package let seed: UInt64
  package var acts: [Act]
  package var deviations: Deviations
  /// The seed of the order of tasks that are ready; `nil` for the order in which they become ready.
  package var order: UInt64?
  /// The pause after the last act.
  package var end: Pause

  package init(
    seed: UInt64, acts: [Act] = [], deviations: Deviations = .all, end: Pause = .untilIdle
  ) {
    (self.seed, self.acts, self.deviations, self.end) = (seed, acts, deviations, end)
  }

  /// Whether every pause is at most a day long. The virtual time of a session then cannot overflow.
  var hasPlausiblePauses: Bool {
    (acts.map(\.pause) + [end]).allSatisfy { pause in
      if case .milliseconds(let time) = pause { time <= 86_400_000 } else { true }
    }
  }
}
