import RecordCoding
import RecordSchema
import SessionLog

/// The first step of a replay that was not as recorded, and in what.
///
///     if case .diverged(let divergence) = report.verdict {
///       print(divergence.step, divergence.action, divergence.path ?? "", divergence.actual ?? "")
///     }
public struct Divergence: Equatable, Sendable {
  /// In what the step differed.
  package enum Kind: Equatable, Codable, Sendable {
    /// The state changed otherwise.
    case state(StateDivergence)
    /// The state changed as recorded, but another effect was returned.
    case effect(expected: String, actual: String)
    /// The effect of the step that is recorded as the sender of the action does not send it.
    case sender(startedBy: UInt64, effect: String)
    /// The reducer read other values; the text says which.
    case dependency(String)
    /// The reducer read from a dependency, named here, that is recorded only since the log was.
    case unanswered(String)
    /// The reducer used dependencies that are not in the log, though nothing else differs.
    case unrecorded

    fileprivate static let dependencyName = "dependency diverged"

    /// The name of the kind in results for machines.
    fileprivate var name: String {
      switch self {
      case .state: "state diverged"
      case .effect, .sender: "effect diverged"
      case .dependency, .unanswered, .unrecorded: Self.dependencyName
      }
    }
  }

  /// The number of the step, from 1.
  public let step: UInt64
  /// The last step after which everything was as recorded: the one before, unless the log holds
  /// states only now and then.
  package let since: UInt64
  /// The action, as it would be written in a script.
  public let action: String
  /// In what the step differed.
  package let kind: Kind
  /// What the reducer read then that is not recorded, if anything was: what may be to blame.
  package var unrecorded: UnrecordedDependencies?

  /// The name of the verdict in results for machines.
  package var name: String {
    unrecorded?.isCertain == true ? Kind.dependencyName : kind.name
  }
}

// Workers send it to the process that started them; its coded form is no part of the interface.
@_documentation(visibility: internal)
extension Divergence: Codable {}

extension Divergence {
  /// The path of the first field of the state that differs; `nil` if the state does not.
  public var path: String? {
    if case .state(let state) = kind { state.path } else { nil }
  }

  /// The recorded value of that field, or the recorded effect; `nil` if neither differs.
  public var expected: String? {
    switch kind {
    case .state(let state): state.expected
    case .effect(let expected, _): expected
    case .sender(let step, _): "the effect of step \(step)"
    case .dependency, .unanswered, .unrecorded: nil
    }
  }

  /// The value of that field now, or the effect; `nil` if neither differs.
  public var actual: String? {
    switch kind {
    case .state(let state): state.actual
    case .effect(_, let actual): actual
    case .sender(_, let effect): effect
    case .dependency, .unanswered, .unrecorded: nil
    }
  }
}

extension Divergence: CustomStringConvertible {
  /// What differs, and what may be to blame, in lines.
  public var description: String {
    ReplayText(remedy: nil).lines(for: self).map { String($0.dropFirst(2)) }
      .joined(separator: "\n")
  }
}

extension Divergence {
  /// What there is to say of a log that has no answers from a dependency.
  package static func text(ofUnanswered name: String) -> String {
    "the reducer read '\(name)', which is recorded only since this log was: 'replay --update' takes "
      + "new answers"
  }
}

/// Where two states differ, as text; nothing in it is unsafe to print.
package struct StateDivergence: Equatable, Codable, Sendable {
  /// The path of the first field that differs.
  package let path: String
  /// What the log says that it is.
  package let expected: String
  /// What it is.
  package let actual: String
  /// The lines of the difference of the whole states: `-` expected, `+` actual.
  package let difference: [String]
}

extension StateDivergence {
  /// More lines of a difference than this are counted only.
  private static let mostLines = 10_000

  /// Where two states of a log differ; `nil` if they do not.
  init?(expected: RecordedValue, actual: RecordedValue, header: SessionHeader) {
    self.init(expected: expected, actual: actual, as: header.state, in: header.schema)
  }

  /// Where two values of a type differ; `nil` if they do not.
  init?(
    expected: RecordedValue, actual: RecordedValue, as type: TypeReference, in schema: Schema
  ) {
    let first = ValueDifference.first(expected: expected, actual: actual, as: type, in: schema)
    guard let first else { return nil }
    var lines = ValueText(schema: schema)
      .differenceLines(expected: expected, actual: actual, as: type)
    if lines.count > Self.mostLines {
      let rest = UInt64(lines.count - Self.mostLines)
      lines = lines.prefix(Self.mostLines) + ["… and \(rest.counted("line")) more"]
    }
    self.init(
      path: first.path, expected: first.expected, actual: first.actual, difference: lines)
  }
}
