import TerminalUI

/// The last steps of a running session, for a list; older ones are forgotten.
package struct PaneSteps: StepListSource {
  /// More steps than these are never kept for long.
  package static let limit = 1000
  /// So many are forgotten at once, since the places of the others change.
  private static let share = 250

  private struct Entry {
    let number: UInt64
    let sender: Int?
    let row: StepListRow
    let changes: [String]
  }

  private var entries: [Entry] = []
  /// The number of entries before those that are kept.
  package private(set) var forgotten = 0
  /// The place of the first step of the present log: numbers before it are of another one.
  private var start = 0

  /// Keeps no steps yet.
  package init() {}

  package var count: Int { entries.count }

  package func number(at place: Int) -> UInt64 { entries[place].number }

  package func sender(of place: Int) -> Int? {
    // What was forgotten is no place any more.
    entries[place].sender.map { $0 - forgotten }.flatMap { $0 >= 0 ? $0 : nil }
  }

  package func row(at place: Int) -> StepListRow? { entries[place].row }

  /// What a step changed, a line each.
  package func changes(at place: Int) -> [String] { entries[place].changes }

  /// The index of a step among all that there were.
  package func index(of place: Int) -> Int { forgotten + place }

  /// Adds a step.
  mutating func append(_ step: ShownStep) {
    let sender = step.startedBy.flatMap(place(ofNumber:)).map { $0 + forgotten }
    let row = StepListRow(
      origin: step.startedBy.map { "←\($0)" } ?? "·", action: step.action, changes: step.summary)
    entries.append(
      Entry(number: step.number, sender: sender, row: row, changes: step.changes))
  }

  /// Adds a state with which a log begins, or the session.
  mutating func begin(after number: UInt64, _ text: String) {
    entries.append(
      Entry(
        number: number, sender: nil,
        row: StepListRow(origin: " ", action: text, color: .muted), changes: []))
    start = count
  }

  /// Forgets steps if there are too many, and returns how many.
  mutating func forget() -> Int {
    guard entries.count >= Self.limit + Self.share else { return 0 }
    entries.removeFirst(Self.share)
    forgotten += Self.share
    start = max(0, start - Self.share)
    return Self.share
  }

  /// The place of a step of the present log.
  private func place(ofNumber number: UInt64) -> Int? {
    var (low, high) = (min(start, count), count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < count && entries[low].number == number ? low : nil
  }
}
