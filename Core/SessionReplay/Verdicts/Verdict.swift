/// What came of replaying a log.
///
/// What most logs of a corpus do not have lies elsewhere, so that the results of many stay small.
package enum Verdict: Codable, Sendable {
  /// Every step was as recorded.
  case match
  /// A step was not as recorded.
  indirect case diverged(Divergence)
  /// The app ended while it was replayed.
  indirect case crashed(Crash)
  /// The log is not of this app, or of types that this app no longer has.
  indirect case incompatible(Incompatibility)
  /// The log is not whole. The steps that are were as recorded, unless a divergence says otherwise.
  indirect case damaged(SessionReadError, Divergence?)
  /// The fault is the program's.
  case failed(String)
}

extension Verdict {
  /// The kinds of verdict, the worst last.
  package enum Kind: Int, CaseIterable, Comparable, Sendable {
    /// Every step was as recorded.
    case match
    /// A step was not as recorded.
    case diverged
    /// The app ended while it was replayed.
    case crashed
    /// The log cannot be read as this app's types.
    case incompatible
    /// The log is not whole.
    case damaged
    /// The fault is the program's.
    case failed

    package static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }

    /// The exit code of a process that found this to be the worst verdict.
    package var exitCode: Int32 {
      switch self {
      case .match: 0
      case .diverged: 1
      case .crashed: 5
      case .incompatible: 3
      case .damaged: 4
      case .failed: 70
      }
    }
  }

  /// The kind of the verdict.
  package var kind: Kind {
    switch self {
    case .match: .match
    case .diverged: .diverged
    case .crashed: .crashed
    case .incompatible: .incompatible
    case .damaged: .damaged
    case .failed: .failed
    }
  }

  /// The verdict's name in results for machines.
  package var name: String {
    switch self {
    case .match: "match"
    case .diverged(let divergence): divergence.name
    case .crashed: "crashed"
    case .incompatible: "incompatible"
    case .damaged: "damaged"
    case .failed: "internal"
    }
  }
}

extension Verdict {
  /// The first step that was not as recorded, if one was not.
  package var divergence: Divergence? {
    switch self {
    case .diverged(let divergence): divergence
    case .damaged(_, let divergence): divergence
    case .match, .crashed, .incompatible, .failed: nil
    }
  }
}
