package import SessionDocument

// Cases that most logs don't have are indirect, because many results must take little memory.

/// The result of replaying a log.
///
///     switch report.verdict {
///     case .match: print("as recorded")
///     case .diverged(let divergence): print(divergence)
///     case .crashed(let crash): print("step \(crash.step) ends the process")
///     case let other: print(other)
///     }
public enum Verdict: Sendable {
  /// Every step was as recorded.
  case match
  /// A step was not as recorded.
  indirect case diverged(Divergence)
  /// The app crashed while it was replayed in a separate process, as with `reprise replay`.
  indirect case crashed(Crash)
  /// The log is from a different app, or has types that this app no longer has.
  indirect case incompatible(IncompatibleLog)
  /// The log can't be read to its end.
  indirect case damaged(DamagedLog)
  /// The replay itself failed.
  case failed(String)
}

// Encoded only between workers and the process that started them; not part of the interface.
@_documentation(visibility: internal)
extension Verdict: Codable {}

/// A log that this app can't replay.
///
///     if case .incompatible(let reason) = report.verdict { print(reason) }
public struct IncompatibleLog: Equatable, Sendable, CustomStringConvertible {
  package let reason: Incompatibility

  package init(_ reason: Incompatibility) {
    self.reason = reason
  }

  /// The reason and the remedy.
  public var description: String { reason.description }
}

@_documentation(visibility: internal)
extension IncompatibleLog: Codable {}

/// A log that can't be read to its end.
///
///     if case .damaged(let damage) = report.verdict, damage.divergence == nil {
///       print("the steps before the damage are as recorded")
///     }
public struct DamagedLog: Equatable, Sendable, CustomStringConvertible {
  package let error: SessionReadError
  /// The first step that differs before the damage; `nil` if none does.
  public let divergence: Divergence?

  package init(_ error: SessionReadError, _ divergence: Divergence? = nil) {
    self.error = error
    self.divergence = divergence
  }

  /// The damage, its position and the remedy.
  public var description: String { error.description }
}

@_documentation(visibility: internal)
extension DamagedLog: Codable {}

extension Verdict {
  /// The kinds of verdict, from best to worst.
  package enum Kind: Int, CaseIterable, Comparable, Sendable {
    case match
    case diverged
    case crashed
    case incompatible
    case damaged
    case failed

    package static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }

    /// The exit code of a process whose worst verdict is of this kind.
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
  package var divergence: Divergence? {
    switch self {
    case .diverged(let divergence): divergence
    case .damaged(let log): log.divergence
    case .match, .crashed, .incompatible, .failed: nil
    }
  }
}
