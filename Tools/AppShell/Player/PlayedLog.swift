import ActionText
import ComposableArchitecture
import Foundation
import RecordCoding
package import RecordSchema
import SessionLog
package import SessionReplay

/// A log as the player reads it: the rows of its list, and the states and changes of single steps.
///
/// Place 0 is the state with which the log begins; the steps follow. Nothing here takes longer than to
/// go from a whole state of the log to a step, and what does is done in parts.
package final class PlayedLog {
  /// So many rows are kept.
  private static let mostRows = 20_000

  package let reader: SessionReader
  let actions: ActionText
  /// The number of steps and the beginning.
  package let count: Int
  /// When steps came and who sent them, as far as it is read.
  private(set) var index: StepIndex
  /// What could not be read, if anything.
  private(set) var problem: SessionReadError?

  private var rows: [Int: StepListRow] = [:]
  private var rowSteps: StepReading
  private var searchedSteps: StepReading
  private var shownSteps: StepReading
  private var texts = ActionTexts()

  /// Reads from an open log.
  package init(_ reader: SessionReader) {
    self.reader = reader
    actions = ActionText(schema: reader.header.schema, type: reader.header.action)
    count = Int(clamping: min(reader.log.stepCount, UInt64(Int32.max) - 1)) + 1
    index = StepIndex(reader)
    rowSteps = StepReading(reader)
    searchedSteps = StepReading(reader)
    shownSteps = StepReading(reader)
  }

  /// The number of the step at a place; of the beginning, that of the step before the first.
  package func number(at place: Int) -> UInt64 {
    place > 0 ? reader.stepNumber(at: place - 1) : reader.log.stepsBeforeStart
  }

  /// The place of a step, or of the last before it that the log holds.
  package func place(of number: UInt64) -> Int? {
    number == reader.log.stepsBeforeStart ? 0 : reader.stepIndex(of: number).map { $0 + 1 }
  }

  /// The place of a step, or of the nearest that the log holds.
  package func nearestPlace(of number: UInt64) -> Int {
    if let place = place(of: number) { return place }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.number(at: middle) <= number { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The place of the step whose effect sent the action of another, as far as that is read.
  func sender(of place: Int) -> Int? {
    guard place > 0, let distance = index.distance(toSenderOf: place - 1) else { return nil }
    let number = number(at: place)
    return number > distance ? self.place(of: number - distance) : nil
  }

  /// The milliseconds from the beginning to a step, if that is read.
  func milliseconds(at place: Int) -> UInt64? {
    place > 0 ? index.milliseconds(at: place - 1) : 0
  }

  /// The milliseconds between a step and the one before.
  func elapsed(at place: Int) -> UInt64 {
    if let time = milliseconds(at: place), let before = milliseconds(at: place - 1) {
      return time - min(before, time)
    }
    return attempt { () throws(SessionReadError) in
      var lookup = StepLookup(reader)
      return try lookup.step(number(at: place))?.elapsedMilliseconds
    } ?? 0
  }

  /// Reads more of when steps came and who sent them.
  func readIndex() {
    let isRead: Bool? = attempt { () throws(SessionReadError) in
      try index.readBlock()
      return true
    }
    if isRead == nil { isIndexBroken = true }
  }

  private var isIndexBroken = false

  /// Whether there is nothing more to read of that.
  var isIndexed: Bool { isIndexBroken || index.isComplete }

  /// Reads, and keeps what went wrong in place of a result.
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
  /// What the list shows of a step, if it is read.
  func row(at place: Int) -> StepListRow? { rows[place] }

  /// Reads what the list shows of a step.
  func readRow(at place: Int) {
    guard rows[place] == nil else { return }
    if rows.count >= Self.mostRows { rows = [:] }
    rows[place] = makeRow(at: place)
  }

  private func makeRow(at place: Int) -> StepListRow {
    guard place > 0 else {
      return StepListRow(origin: " ", action: "the beginning", color: .muted)
    }
    let number = number(at: place)
    let found = attempt { () throws(SessionReadError) in try rowSteps.read(number) }
    guard let (step, changes) = found else {
      return StepListRow(origin: "✗", action: "cannot be read", color: .danger)
    }
    var row = StepListRow(
      origin: step.originText, action: text(of: step).withShortIdentities,
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

  /// The action, or what stands for it, with nothing that a terminal obeys.
  func text(of step: RecordedStep) -> String {
    guard step.kind == .action else { return step.text(actions).visible }
    return texts.text(of: step.action) { actions.text(of: $0).visible }
  }

  /// The text in which a filter looks: the action, the changed paths, and their whole values.
  func searchedText(at place: Int) -> String {
    guard place > 0 else { return "" }
    let found = attempt { () throws(SessionReadError) in
      try searchedSteps.read(number(at: place))
    }
    guard let (step, changes) = found else { return "" }
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
  /// What there is to show of a step.
  func moment(at place: Int) -> PlayedMoment {
    let number = number(at: place)
    var moment = PlayedMoment(place: place, number: number)
    guard place > 0 else {
      moment.state = attempt { () throws(SessionReadError) in try shownSteps.state(after: number) }
      moment.stateNote = moment.state == nil ? stateNote(at: number, isUnfinished: false) : nil
      return moment
    }
    let before = attempt { () throws(SessionReadError) in try shownSteps.state(after: number - 1) }
    let found = attempt { () throws(SessionReadError) in try shownSteps.read(number) }
    moment.gap = reader.gap(before: number)
    guard let (step, changes) = found else {
      moment.stateNote = "This step cannot be read."
      return moment
    }
    moment.before = before
    (moment.step, moment.changes) = (step, changes)
    moment.state = shownSteps.state
    if moment.state == nil {
      moment.stateNote = stateNote(at: number, isUnfinished: step.isUnfinished)
    }
    return moment
  }

  private func stateNote(at number: UInt64, isUnfinished: Bool) -> String {
    if reader.log.blocks.isEmpty { return "The log holds no state." }
    if isUnfinished {
      return "The app ended while it was reducing this step: there is no state after it."
    }
    let level = reader.header.level
    guard level == .steps else {
      return "A log of level '\(level.rawValue)' does not hold what its steps changed. The last "
        + "whole state is that after step \(reader.lastKnownState(before: number))."
    }
    return "The state after this step cannot be read."
  }

  /// A path into the states, by its text.
  func path(_ text: String) -> ValuePath? {
    try? ValuePath(text, into: reader.header.state, in: reader.header.schema)
  }
}

/// Steps that are read one after the other, or from the nearest whole state on.
private struct StepReading {
  private let reader: SessionReader
  private var cursor: SessionCursor?

  init(_ reader: SessionReader) { self.reader = reader }

  /// The state after the step that was read last; `nil` if the log does not hold it.
  var state: RecordedValue? { cursor.flatMap { $0.knowsState ? $0.state : nil } }

  /// Goes to a step, and returns the state after it.
  mutating func state(after number: UInt64) throws(SessionReadError) -> RecordedValue? {
    try go(to: number)
    return cursor?.number == number ? state : nil
  }

  /// Reads a step and what it changed.
  mutating func read(
    _ number: UInt64
  ) throws(SessionReadError) -> (RecordedStep, [StateChange])? {
    try go(to: number - 1)
    guard let step = try cursor?.next(), step.number == number else { return nil }
    return (step, cursor?.knowsState == true ? cursor?.changes ?? [] : [])
  }

  private mutating func go(to number: UInt64) throws(SessionReadError) {
    guard cursor?.number != number else { return }
    // So that its state is not copied when it changes.
    cursor = nil
    var new = try SessionCursor(reader, at: number)
    new.followChanges()
    cursor = new
  }
}

/// What the player shows of one step.
package struct PlayedMoment {
  /// The place of the step in the list.
  package let place: Int
  /// The number of the step.
  package let number: UInt64
  /// The step; `nil` at the beginning, or if it cannot be read.
  package internal(set) var step: RecordedStep?
  /// The state after it.
  package internal(set) var state: RecordedValue?
  /// Why there is no state.
  var stateNote: String?
  /// The state before it.
  var before: RecordedValue?
  /// What it changed.
  var changes: [StateChange] = []
  /// The steps that were lost right before it.
  var gap: ClosedRange<UInt64>?

  init(place: Int, number: UInt64) {
    self.place = place
    self.number = number
  }
}

/// The steps of a log as the list shows them, with what the player marks them with.
package struct PlayedSteps: StepListSource {
  let log: PlayedLog
  var breakpoints = Breakpoints()
  /// The first step that a replay found to differ.
  var divergence: UInt64?

  package var count: Int { log.count }

  package var indexedCount: Int { log.index.count + 1 }

  package func number(at place: Int) -> UInt64 { log.number(at: place) }

  package func sender(of place: Int) -> Int? { log.sender(of: place) }

  package func row(at place: Int) -> StepListRow? {
    guard var row = log.row(at: place) else { return nil }
    if breakpoints.stops(at: row.action) { row.flag = "●" }
    if let divergence, log.number(at: place) == divergence {
      (row.flag, row.color) = ("≠", .danger)
    }
    return row
  }

  package func searchedText(at place: Int) -> String { log.searchedText(at: place) }
}

extension RecordedStep {
  /// Where its action came from, as a list of steps shows it.
  fileprivate var originText: String {
    switch (kind, origin) {
    case (.action, .sent): "·"
    case (.action, .received(let startedBy)): "←\(startedBy)"
    case (.mark, _), (.outsideChange, _): "~"
    }
  }
}

extension String {
  /// The text with the identities of rows shortened: `products[id: 3F2A9C01…]`.
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
  /// The steps of a gap: `step 5`, `steps 5 to 8`.
  var text: String {
    lowerBound == upperBound ? "step \(lowerBound)" : "steps \(lowerBound) to \(upperBound)"
  }
}
