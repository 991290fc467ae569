import Platform
package import RecordedValues
import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionModel
package import SessionDocument
import SessionReplay
import TerminalUI

/// A log as the player reads it: the rows of its list, and the state and changes of single steps.
///
/// Position 0 is the state with which the log begins, and the steps follow. A call reads at most
/// from a keyframe to the next one. Longer work is split into several calls.
package final class PlayedLog {
  /// The maximum number of rows in the cache.
  private static let maxRows = 20_000

  package let reader: SessionReader
  let actions: ActionText
  let callText: CallText
  let wholeCallText: CallText
  /// The number of positions: the steps and the beginning.
  package let count: Int
  /// The times and senders of the steps that have been read so far.
  private(set) var index: StepIndex
  /// The calls that have been read so far.
  private(set) var calls: SessionCalls
  /// The first error of reading, if any.
  private(set) var problem: SessionReadError?

  private var rows: [Int: StepListRow] = [:]
  private var rowSteps: StepReading
  private var searchedSteps: StepReading
  private var shownSteps: StepReading
  private var texts = ActionTexts()

  package init(_ reader: SessionReader) {
    self.reader = reader
    actions = ActionText(schema: reader.header.schema, type: reader.header.action)
    count = Int(clamping: min(reader.log.stepCount, UInt64(Int32.max) - 1)) + 1
    index = StepIndex(reader)
    calls = SessionCalls(unread: reader)
    callText = CallText(header: reader.header)
    wholeCallText = CallText(header: reader.header, isWhole: true)
    rowSteps = StepReading(reader)
    searchedSteps = StepReading(reader)
    shownSteps = StepReading(reader)
  }

  /// Returns the number of the step at a position. The number of the beginning is one below the
  /// first step's.
  package func number(at position: Int) -> UInt64 {
    position > 0 ? reader.stepNumber(at: position - 1) : reader.log.stepsBeforeStart
  }

  /// Returns the position of a step, or `nil` if the log doesn't contain it.
  package func position(of number: UInt64) -> Int? {
    number == reader.log.stepsBeforeStart ? 0 : reader.stepIndex(of: number).map { $0 + 1 }
  }

  /// Returns the position of a step, or of the nearest one before it in the log.
  package func nearestPosition(of number: UInt64) -> Int {
    if let position = position(of: number) { return position }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.number(at: middle) <= number { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Returns the position of the step whose effect sent an action, if this step has been read.
  func sender(of position: Int) -> Int? {
    guard position > 0, let distance = index.distance(toSenderOf: position - 1) else { return nil }
    let number = number(at: position)
    return number > distance ? self.position(of: number - distance) : nil
  }

  /// Returns the milliseconds from the beginning to a step, if they have been read.
  func milliseconds(at position: Int) -> UInt64? {
    position > 0 ? index.milliseconds(at: position - 1) : 0
  }

  /// Returns the milliseconds between a step and the previous one.
  func elapsed(at position: Int) -> UInt64 {
    if let time = milliseconds(at: position), let before = milliseconds(at: position - 1) {
      return time - min(before, time)
    }
    return attempt { () throws(SessionReadError) in
      var lookup = StepLookup(reader)
      return try lookup.step(number(at: position))?.elapsedMilliseconds
    } ?? 0
  }

  func readIndex() {
    let isRead: Bool? = attempt { () throws(SessionReadError) in
      try index.readBlock()
      return true
    }
    if isRead == nil { isIndexBroken = true }
  }

  /// Reads the calls of the next block, if the log has any.
  func readCalls() {
    calls.readBlock()
    problem = problem ?? calls.fault
  }

  private var isIndexBroken = false

  /// Whether the index is complete, or can't be read further.
  var isIndexed: Bool { isIndexBroken || index.isComplete }

  /// Returns the result of reading, or `nil` after storing the error as the problem.
  private func attempt<Result>(
    _ read: () throws(SessionReadError) -> Result?
  ) -> Result? {
    do throws(SessionReadError) {
      return try read()
    } catch {
      problem = problem ?? error
      return nil
    }
  }
}

// MARK: Rows

extension PlayedLog {
  func row(at position: Int) -> StepListRow? { rows[position] }

  func readRow(at position: Int) {
    guard rows[position] == nil else { return }
    if rows.count >= Self.maxRows { rows = [:] }
    rows[position] = makeRow(at: position)
  }

  private func makeRow(at position: Int) -> StepListRow {
    guard position > 0 else {
      return StepListRow(origin: " ", action: "the beginning", color: .muted)
    }
    let number = number(at: position)
    let found = attempt { () throws(SessionReadError) in try rowSteps.read(number) }
    guard let (step, changes, _) = found else {
      return StepListRow(origin: "✗", action: "cannot be read", color: .danger)
    }
    let uuids = rowSteps.shortUUIDs
    let action =
      uuids.isEmpty
      ? text(of: step) : actions.compactText(of: step.action, shortening: uuids).visible
    var row = StepListRow(
      origin: step.originText, action: action,
      changes: StateChange.text(of: changes, in: reader.header.schema).visible.withShortIdentities)
    if step.kind == .mark { row.color = .accent }
    if step.kind == .outsideChange { row.color = .warning }
    if step.isUnfinished {
      (row.color, row.changes) = (.danger, "unfinished: the app ended here")
    }
    if let gap = reader.gap(before: number) {
      row.changes = "(\(gap.text) lost before) \(row.changes)"
    }
    return row
  }

  func text(of step: RecordedStep) -> String {
    guard step.kind == .action else { return step.text(actions).visible }
    return texts.text(of: step.action) { actions.compactText(of: $0).visible }
  }

  /// Returns the text that a filter searches: the action, the changed paths and their values.
  func searchedText(at position: Int) -> String {
    guard position > 0 else { return "" }
    let found = attempt { () throws(SessionReadError) in
      try searchedSteps.read(number(at: position))
    }
    guard let (step, _, changes) = found else { return "" }
    var text = text(of: step)
    for change in changes {
      text += "\n"
      change.appendWholeText(in: reader.header.schema, to: &text)
    }
    return text
  }
}

// MARK: Single steps

extension PlayedLog {
  func moment(at position: Int) -> PlayedMoment {
    let number = number(at: position)
    var moment = PlayedMoment(position: position, number: number)
    guard position > 0 else {
      moment.state = attempt { () throws(SessionReadError) in try shownSteps.state(after: number) }
      moment.stateNote = moment.state == nil ? stateNote(at: number) : nil
      return moment
    }
    let before = attempt { () throws(SessionReadError) in try shownSteps.state(after: number - 1) }
    let found = attempt { () throws(SessionReadError) in try shownSteps.read(number) }
    moment.gap = reader.gap(before: number)
    guard let (step, shown, changes) = found else {
      moment.stateNote = "This step cannot be read."
      return moment
    }
    moment.before = before
    (moment.step, moment.changes, moment.shownChanges) = (step, changes, shown)
    moment.state = step.isUnfinished ? before : shownSteps.state
    if moment.state == nil { moment.stateNote = stateNote(at: number) }
    return moment
  }

  private func stateNote(at number: UInt64) -> String {
    if reader.log.blocks.isEmpty { return "The log holds no state." }
    let level = reader.header.level
    guard level != .actions else {
      return "A log of level '\(level.rawValue)' does not contain the changes of its steps. The "
        + "last whole state is that after step \(reader.lastKnownState(before: number))."
    }
    return "The state after this step cannot be read."
  }

  /// Parses a path of a value in the state. Returns `nil` if it is invalid.
  func path(_ text: String) -> ValuePath? {
    try? ValuePath(text, into: reader.header.state, in: reader.header.schema)
  }
}

/// A reader of steps, which continues with the next step or else begins at the nearest keyframe.
private struct StepReading {
  private let reader: SessionReader
  private var entries: SessionEntries?

  init(_ reader: SessionReader) { self.reader = reader }

  /// The state after the last read step, or `nil` if the log doesn't contain it.
  var state: RecordedValue? { entries?.state }

  /// The short texts of the UUIDs in the action of the last read step.
  var shortUUIDs: ShortUUIDs { entries?.shortUUIDs ?? .none }

  mutating func state(after number: UInt64) throws(SessionReadError) -> RecordedValue? {
    try go(to: number)
    return entries?.number == number ? state : nil
  }

  /// Returns a step with the changes to show, and with all changes.
  mutating func read(
    _ number: UInt64
  ) throws(SessionReadError) -> (RecordedStep, shown: [StateChange], all: [StateChange])? {
    try go(to: number - 1)
    guard let step = try entries?.next(), step.number == number else { return nil }
    let changes = entries?.changes() ?? []
    return (step, entries?.merged(changes) ?? [], changes)
  }

  private mutating func go(to number: UInt64) throws(SessionReadError) {
    guard entries?.number != number else { return }
    // Releases the old entries first. The state then has one owner, and changes don't copy it.
    entries = nil
    entries = try SessionEntries(reader, after: number, comparing: .all, shortensUUIDs: true)
  }
}

package struct PlayedMoment {
  package let position: Int
  package let number: UInt64
  /// The step, or `nil` at the beginning or if the step can't be read.
  package internal(set) var step: RecordedStep?
  /// The state after the step. If the app ended in the step, the state before it.
  package internal(set) var state: RecordedValue?
  /// The reason why there is no state.
  var stateNote: String?
  var before: RecordedValue?
  var changes: [StateChange] = []
  /// The changes, with each change of a shared value only once.
  var shownChanges: [StateChange] = []
  /// The steps that were lost directly before this one.
  var gap: ClosedRange<UInt64>?

  init(position: Int, number: UInt64) {
    self.position = position
    self.number = number
  }
}

extension RecordedStep {
  fileprivate var originText: String {
    switch kind {
    case .action: origin.arrow
    case .mark, .outsideChange: "~"
    }
  }
}

extension String {
  /// The text with UUIDs of rows shortened: `products[id: 3F2A9C01…]`.
  var withShortIdentities: String {
    let opening = "[id: "
    guard utf8.count >= 42, contains(opening) else { return self }
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: opening),
      let end = rest[range.upperBound...].firstIndex(of: "]")
    {
      let key = rest[range.upperBound..<end]
      let isQuoted = key.hasPrefix("\"") && key.hasSuffix("\"")
      let id = isQuoted ? key.dropFirst().dropLast() : key
      result += rest[..<range.upperBound]
      result += UUID(uuidString: String(id)) == nil ? String(key) : "\(id.prefix(8))…"
      rest = rest[end...]
    }
    return result + rest
  }
}

extension ClosedRange<UInt64> {
  /// The steps of a gap: `step 5` or `steps 5 to 8`.
  var text: String {
    lowerBound == upperBound ? "step \(lowerBound)" : "steps \(lowerBound) to \(upperBound)"
  }
}
