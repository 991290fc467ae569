import Platform
import RecordCoding
package import RecordedValues
package import SchemaEvolution
import SessionLog
import SessionModel

/// The differences between two sessions of one app: their actions, outcomes and states.
package struct SessionDifference: Sendable {
  /// A run of steps of the first session and the steps of the second that replace it; one may be
  /// empty.
  package struct Hunk: Sendable {
    /// The numbers of up to two preceding common steps, in the first session.
    package let before: [UInt64]
    package let first: [UInt64]
    package let second: [UInt64]
  }

  /// A step with the same action in both sessions, but different outcomes.
  package struct Outcome: Sendable {
    package let first: UInt64
    package let second: UInt64
    package let hasOtherEffect: Bool
    package let changes: [StateChange]
  }

  package let beginning: [StateChange]
  package let hunks: [Hunk]
  /// The number of steps whose actions both sessions have.
  package let commonCount: Int
  /// The first common step with different outcomes, among the steps before the first hunk.
  package let outcome: Outcome?
  package let end: [StateChange]
  package let comparesStates: Bool

  package var isSame: Bool {
    beginning.isEmpty && hunks.isEmpty && outcome == nil && end.isEmpty
  }

  /// Compares two logs, whose types must be recorded in the same form.
  package init(_ first: SessionReader, _ second: SessionReader) throws(SessionReadError) {
    let one = try StepFingerprints(first)
    let other = try StepFingerprints(second)
    let alignment = SequenceAlignment(one.actions, other.actions)
    var last = 0
    hunks = alignment.hunks.map { hunk in
      defer { last = hunk.first.upperBound }
      let before = max(last, hunk.first.lowerBound - 2)..<hunk.first.lowerBound
      return Hunk(
        before: before.map(one.number), first: hunk.first.map(one.number),
        second: hunk.second.map(other.number))
    }
    commonCount = one.actions.count - alignment.hunks.reduce(0) { $0 + $1.first.count }
    let levels = [first.header.level, second.header.level]
    comparesStates = levels.allSatisfy { $0 != .actions }
    let sharedEnd =
      alignment.hunks.first?.first.lowerBound ?? min(one.actions.count, other.actions.count)
    let differing =
      levels[0] == levels[1]
      ? (0..<sharedEnd).first { one.wholes[$0] != other.wholes[$0] } : nil
    outcome = try differing.map { index throws(SessionReadError) in
      try Self.outcome(first, one.number(at: index), second, other.number(at: index))
    }
    guard comparesStates, !first.log.blocks.isEmpty, !second.log.blocks.isEmpty else {
      (beginning, end) = ([], [])
      return
    }
    beginning = try Self.changes(first, at: 0, second, at: 0)
    end = try Self.changes(
      first, at: first.lastWholeStep(), second, at: second.lastWholeStep())
  }

  private static func outcome(
    _ first: SessionReader, _ step: UInt64, _ second: SessionReader, _ otherStep: UInt64
  ) throws(SessionReadError) -> Outcome {
    var (lookup, otherLookup) = (StepLookup(first), StepLookup(second))
    let effect = try lookup.step(step)?.effect
    let otherEffect = try otherLookup.step(otherStep)?.effect
    let knows = first.header.level != .actions && second.header.level != .actions
    return Outcome(
      first: step, second: otherStep, hasOtherEffect: effect != otherEffect,
      changes: knows ? try changes(first, at: step, second, at: otherStep) : [])
  }

  package static func changes(
    _ first: SessionReader, at step: UInt64, _ second: SessionReader, at otherStep: UInt64
  ) throws(SessionReadError) -> [StateChange] {
    let one = try SessionCursor(first, at: step)
    let other = try SessionCursor(second, at: otherStep)
    guard one.knowsState, other.knowsState else { return [] }
    let header = first.header
    return StateChange.all(
      from: one.state, to: other.state, as: header.state, in: header.schema)
  }
}

extension SessionReader {
  /// Returns the last step after which the state is known, in a log that stores its states.
  package func lastWholeStep() throws(SessionReadError) -> UInt64 {
    try unfinishedStep().map { $0.number - 1 } ?? log.lastStep
  }
}

package enum SessionDifferenceError: Error, Equatable, Sendable {
  case otherApp(first: String, second: String)
  case otherTypes(SchemaDifference)
}

extension SessionDifferenceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherApp(let first, let second):
      """
      the logs are of different apps, '\(first.visible)' and '\(second.visible)'; compare logs of \
      the same app
      """
    case .otherTypes(let difference):
      """
      the logs were recorded by versions with other types: \(difference.description.visible); \
      update the older one with 'replay --update', or record it again
      """
    }
  }
}

extension SessionReader {
  package func requireComparable(to other: SessionReader) throws(SessionDifferenceError) {
    guard header.app == other.header.app else {
      throw .otherApp(first: header.app, second: other.header.app)
    }
    for types in [(header.action, other.header.action), (header.state, other.header.state)] {
      if let difference = SchemaDifference.first(
        from: header.schema, types.0, to: other.header.schema, types.1)
      {
        throw .otherTypes(difference)
      }
    }
  }
}
