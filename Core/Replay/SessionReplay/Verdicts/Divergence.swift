package import RecordCoding
package import RecordedValues
import SessionLog
import SessionModel
import SessionDocument

/// A replayed step that differs from the recorded one, and how it differs.
///
///     if case .diverged(let divergence) = report.verdict {
///       print(divergence.step, divergence.action, divergence.path ?? "", divergence.actual ?? "")
///     }
public struct Divergence: Equatable, Sendable {
  package enum Kind: Equatable, Codable, Sendable {
    case state(StateDivergence)
    /// The state changed as recorded, but the step returned a different effect.
    case effect(expected: String, actual: String)
    /// A step is recorded as the action's sender, but its effect doesn't send the action.
    case sender(startedBy: UInt64, effect: String)
    /// The reducer read other values, which the text describes.
    case dependency(String)
    /// The reducer read from this dependency, which wasn't recorded yet in the log.
    case unanswered(String)
    /// An effect made a different call than recorded, sent a different action, or ended
    /// differently.
    case call(CallDivergence)
    /// The reducer used dependencies that aren't in the log, though nothing else differs.
    case unrecorded

    fileprivate static let dependencyName = "dependency diverged"

    fileprivate var name: String {
      switch self {
      case .state: "state diverged"
      case .effect, .sender: "effect diverged"
      case .call: "call diverged"
      case .dependency, .unanswered, .unrecorded: Self.dependencyName
      }
    }
  }

  /// The number of the step, from 1.
  public let step: UInt64
  /// The last step after which everything was as recorded: the previous one, unless the log only
  /// has states at intervals.
  package let since: UInt64
  /// The action, in the form of a script.
  public let action: String
  package private(set) var kind: Kind
  /// The unrecorded dependencies that the reducer read, if any, which may be to blame.
  package var unrecorded: UnrecordedDependencies?

  package init(
    step: UInt64, since: UInt64, action: String, kind: Kind,
    unrecorded: UnrecordedDependencies? = nil
  ) {
    (self.step, self.since, self.action, self.kind) = (step, since, action, kind)
    self.unrecorded = unrecorded
  }

  /// The effect in the log that differs; `nil` if no effect differs, or the log can't be read
  /// there.
  package var recordedEffect: DifferingEffect? {
    get { if case .call(let call) = kind { call.recorded } else { nil } }
    set {
      guard case .call(var call) = kind else { return }
      call.recorded = newValue
      kind = .call(call)
    }
  }

  package var name: String {
    unrecorded?.isCertain == true ? Kind.dependencyName : kind.name
  }
}

// Encoded only between workers and the process that started them; not part of the interface.
@_documentation(visibility: internal)
extension Divergence: Codable {}

extension Divergence {
  /// The path of the first field of the state that differs; `nil` if the state doesn't differ.
  public var path: String? {
    if case .state(let state) = kind { state.path } else { nil }
  }

  /// The recorded value of that field, or the recorded effect; `nil` if neither differs.
  public var expected: String? {
    switch kind {
    case .state(let state): state.expected
    case .effect(let expected, _): expected
    case .sender(let step, _): "the effect of step \(step)"
    case .call(let call): call.expected
    case .dependency, .unanswered, .unrecorded: nil
    }
  }

  /// The value of that field now, or the effect; `nil` if neither differs.
  public var actual: String? {
    switch kind {
    case .state(let state): state.actual
    case .effect(_, let actual): actual
    case .sender(_, let effect): effect
    case .call(let call): call.actual
    case .dependency, .unanswered, .unrecorded: nil
    }
  }
}

extension Divergence: CustomStringConvertible {
  /// The difference and its possible cause, in lines.
  public var description: String {
    ReplayText(remedy: nil).lines(for: self).map { String($0.dropFirst(2)) }
      .joined(separator: "\n")
  }
}

extension Divergence {
  package static func text(ofUnanswered name: String) -> String {
    "the reducer read '\(name)', which was not yet recorded in this log: 'replay --update' records "
      + "new answers"
  }
}

/// The first difference between two values, such as the recorded state after a step and the actual
/// one.
package struct StateDivergence: Equatable, Codable, Sendable {
  /// The path of the first part that differs; empty for the whole value.
  package let path: String
  package let expected: String
  package let actual: String
  /// The lines of the difference between the whole values: `-` expected, `+` actual.
  package let difference: [String]

  package init(path: String, expected: String, actual: String, difference: [String]) {
    self.path = path
    self.expected = expected
    self.actual = actual
    self.difference = difference
  }
}

extension StateDivergence {
  /// The maximum number of lines in a difference; further lines are only counted.
  private static let maxLines = 10_000

  /// Returns the difference with a different path.
  package func at(_ path: String) -> StateDivergence {
    StateDivergence(path: path, expected: expected, actual: actual, difference: difference)
  }

  /// Creates the difference between two states of a log; `nil` if they are equal.
  init?(expected: RecordedValue, actual: RecordedValue, header: SessionHeader) {
    self.init(expected: expected, actual: actual, as: header.state, in: header.schema)
  }

  package init?(
    expected: RecordedValue, actual: RecordedValue, as type: TypeReference, in schema: Schema
  ) {
    let first = ValueDifference.first(expected: expected, actual: actual, as: type, in: schema)
    guard let first else { return nil }
    var lines = ValueText(schema: schema)
      .differenceLines(expected: expected, actual: actual, as: type)
    if lines.count > Self.maxLines {
      let rest = UInt64(lines.count - Self.maxLines)
      lines = lines.prefix(Self.maxLines) + ["… and \(rest.counted("line")) more"]
    }
    self.init(
      path: first.path, expected: first.expected, actual: first.actual, difference: lines)
  }
}
