package import RecordCoding
package import RecordedValues
import SessionModel
package import SessionDocument
package import SessionReplay

/// A report on the differences between two sessions, as text and as JSON.
package struct DifferenceReport {
  /// Limits on the listed steps on one side of a hunk, and on the hunks. Further ones are counted.
  private static let maxSteps = 20
  private static let maxHunks = 50

  private let difference: SessionDifference
  private let headline: StepHeadline
  private let schema: Schema
  private var first: StepLookup
  private var second: StepLookup
  private let isWhole: Bool

  /// Creates a report on two logs; `isWhole` turns off folding.
  package init(
    _ difference: SessionDifference, _ first: SessionReader, _ second: SessionReader,
    isWhole: Bool
  ) {
    self.difference = difference
    self.isWhole = isWhole
    headline = StepHeadline(header: first.header)
    schema = first.header.schema
    self.first = StepLookup(first)
    self.second = StepLookup(second)
  }

  /// Returns the differences in the first states, the actions, the outcomes, and the last states.
  package mutating func lines(paint: Paint) throws(SessionReadError) -> [String] {
    var lines = section("at the beginning", difference.beginning)
    if let outcome = difference.outcome { lines += try outcomeLines(outcome) }
    if !difference.hunks.isEmpty {
      let count = UInt64(difference.commonCount).counted("action")
      lines.append("different actions (\(count) in common):")
      let shown = isWhole ? difference.hunks.count : Self.maxHunks
      for hunk in difference.hunks.prefix(shown) { lines += try hunkLines(hunk, paint) }
      let rest = difference.hunks.count - shown
      if rest > 0 { lines.append("  … \(rest) more such places; --all shows them") }
    }
    lines += section("at the end", difference.end)
    if !difference.comparesStates {
      lines.append("states are not compared, because a log has a level without states")
    } else if !difference.hunks.isEmpty, difference.end.isEmpty {
      lines.append("at the end the states are the same")
    }
    return lines
  }

  private func section(_ title: String, _ changes: [StateChange]) -> [String] {
    guard !changes.isEmpty else { return [] }
    let shown = isWhole ? changes[...] : changes.prefix(Self.maxSteps)
    let rest = changes.count - shown.count
    return ["\(title):"] + shown.map { "  \($0.wholeText(in: schema))" }
      + (rest > 0 ? ["  … \(rest) more; --all shows them"] : [])
  }

  private mutating func outcomeLines(
    _ outcome: SessionDifference.Outcome
  ) throws(SessionReadError) -> [String] {
    let action = try first.step(outcome.first).map(headline.action) ?? ""
    let suffix = outcome.hasOtherEffect ? ", with another effect" : ""
    let number =
      outcome.first == outcome.second
      ? "step \(outcome.first)" : "steps \(outcome.first) and \(outcome.second)"
    let title = "first step with another outcome\(suffix), \(number): \(action)"
    let lines = section(title, outcome.changes)
    return lines.isEmpty ? [title] : lines
  }

  private mutating func hunkLines(
    _ hunk: SessionDifference.Hunk, _ paint: Paint
  ) throws(SessionReadError) -> [String] {
    var lines: [String] = []
    for number in hunk.before {
      guard let step = try first.step(number) else { continue }
      lines.append("    \(headline.text(of: step, width: 5))")
    }
    lines += try sideLines(hunk.first, sign: "-", of: &first, paint, .expected)
    lines += try sideLines(hunk.second, sign: "+", of: &second, paint, .actual)
    return lines
  }

  private func sideLines(
    _ numbers: [UInt64], sign: String, of lookup: inout StepLookup, _ paint: Paint,
    _ role: Paint.Role
  ) throws(SessionReadError) -> [String] {
    var lines: [String] = []
    for number in isWhole ? numbers[...] : numbers.prefix(Self.maxSteps) {
      guard let step = try lookup.step(number) else { continue }
      lines.append(paint("  \(sign) \(headline.text(of: step, width: 5))", as: role))
    }
    let rest = numbers.count - lines.count
    if rest > 0 { lines.append("  \(sign) … \(rest) more steps; --all shows them") }
    return lines
  }

  package mutating func json() throws(SessionReadError) -> String {
    var hunks: [HunkResult] = []
    for hunk in difference.hunks {
      hunks.append(
        HunkResult(
          first: try steps(hunk.first, of: &first), second: try steps(hunk.second, of: &second)))
    }
    let outcome = difference.outcome.map { outcome in
      OutcomeResult(
        first: outcome.first, second: outcome.second, otherEffect: outcome.hasOtherEffect,
        changes: outcome.changes.map { ChangeResult($0, in: schema) })
    }
    return JSONText.line(
      Result(
        same: difference.isSame,
        beginning: difference.beginning.map { ChangeResult($0, in: schema) },
        commonActions: difference.commonCount, hunks: hunks, outcome: outcome,
        end: difference.end.map { ChangeResult($0, in: schema) },
        comparesStates: difference.comparesStates))
  }

  private func steps(
    _ numbers: [UInt64], of lookup: inout StepLookup
  ) throws(SessionReadError) -> [StepName] {
    var names: [StepName] = []
    for number in numbers {
      guard let step = try lookup.step(number) else { continue }
      names.append(StepName(step: number, action: headline.action(of: step)))
    }
    return names
  }

  private struct StepName: Encodable {
    let step: UInt64
    let action: String
  }

  private struct HunkResult: Encodable {
    let first: [StepName]
    let second: [StepName]
  }

  private struct OutcomeResult: Encodable {
    let first: UInt64
    let second: UInt64
    let otherEffect: Bool
    let changes: [ChangeResult]
  }

  private struct Result: Encodable {
    let same: Bool
    let beginning: [ChangeResult]
    let commonActions: Int
    let hunks: [HunkResult]
    let outcome: OutcomeResult?
    let end: [ChangeResult]
    let comparesStates: Bool
  }
}

/// A report on the differences between two states, as text and as JSON.
package enum StateDifferenceReport {
  package static func lines(_ changes: [StateChange], in schema: Schema) -> [String] {
    changes.map { $0.wholeText(in: schema) }
  }

  package static func json(_ changes: [StateChange], in schema: Schema) -> String {
    JSONText.line(
      Result(same: changes.isEmpty, changes: changes.map { ChangeResult($0, in: schema) }))
  }

  private struct Result: Encodable {
    let same: Bool
    let changes: [ChangeResult]
  }
}
