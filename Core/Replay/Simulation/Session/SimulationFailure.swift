import RecordedValues
import SessionReplay

/// The way in which a simulated session failed.
package enum SimulationFailure: Hashable, Codable, Sendable {
  /// The sentence of an invariant that does not hold.
  case invariant(String)
  /// An issue that the runtime reported, such as an action for a row that does not exist.
  case issue(String)
  /// An effect that keeps running without waiting for anything.
  case endless
  /// An effect that keeps running after it was canceled, when the app's life has ended.
  case lateWork
  /// A replay of the recorded session that differs from it.
  case replay(String, cause: String)
  /// The process ended.
  case crash(String, cause: String)
}

extension SimulationFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invariant(let sentence): "invariant violated: \(sentence)"
    case .issue(let message): "issue reported: \(message)"
    case .endless: "an effect runs without end, and waits for nothing"
    case .lateWork: "an effect keeps running after it was canceled"
    case .replay(let verdict, _): "a replay of the session differs from it: \(verdict)"
    case .crash(let message, _): "the app crashed: \(message)"
    }
  }

  /// The name of the kind of failure.
  package var kind: String {
    switch self {
    case .invariant: "invariant"
    case .issue: "issue"
    case .endless: "endless"
    case .lateWork: "late work"
    case .replay: "replay"
    case .crash: "crash"
    }
  }

  /// The description without values, which differ from session to session.
  package var cause: String {
    switch self {
    case .invariant(let sentence): sentence
    case .issue(let message): message.withoutFields
    case .endless, .lateWork: ""
    case .replay(_, let cause), .crash(_, let cause): cause
    }
  }

  /// Returns whether two sessions failed in the same way.
  package func isSame(as other: SimulationFailure) -> Bool {
    kind == other.kind && cause == other.cause
  }
}

/// The result of simulating a session.
package struct SimulationResult: Codable, Sendable {
  /// The plan of the session, with the acts that were drawn.
  package var plan: SessionPlan
  /// The seed of the user's acts, which may differ from the seed of the world.
  package var seed: UInt64 = 0
  package var failure: SimulationFailure?
  /// The choices that differed from the plain ones.
  package var deviated: [Deviation] = []
  package var stepCount = 0
  /// Whether effects keep running in the process, which must then simulate no other session.
  package var leavesWork = false
  /// The log of the app's last life.
  package var log: String?
  /// The CRC-32 of that log.
  package var checksum: UInt32 = 0
  /// The dependencies that could not be simulated.
  package var remarks: Set<String> = []
  /// The pairs of actions that followed each other, and similar features, as hashes.
  package var coverage: Set<UInt64> = []
  /// The paths of the actions that effects sent.
  package var sentByEffects: Set<String> = []
  /// The paths of the actions that the work of effects sent, such as responses.
  package var sentByWork: Set<String> = []

  package init(_ plan: SessionPlan, seed: UInt64 = 0, failure: SimulationFailure? = nil) {
    (self.plan, self.seed, self.failure) = (plan, seed, failure)
  }
}
