import TerminalUI

package struct PaneSteps: StepListSource {
  package static let limit = 1000
  /// The number of steps removed at a time, because removing changes the positions of all remaining
  /// steps.
  private static let batchSize = 250

  private struct Entry {
    let number: UInt64
    let sender: Int?
    let row: StepListRow
    let changes: [String]
  }

  private var entries: [Entry] = []
  private var removedCount = 0
  /// The position of the current log's first step. Entries before it belong to earlier logs.
  private var start = 0

  package init() {}

  package var count: Int { entries.count }

  package func number(at position: Int) -> UInt64 { entries[position].number }

  package func sender(of position: Int) -> Int? {
    // Stored positions of senders count removed entries, too.
    entries[position].sender.map { $0 - removedCount }.flatMap { $0 >= 0 ? $0 : nil }
  }

  package func row(at position: Int) -> StepListRow? { entries[position].row }

  package func changes(at position: Int) -> [String] { entries[position].changes }

  /// Returns the index of a step among all steps, including removed ones.
  package func index(of position: Int) -> Int { removedCount + position }

  mutating func append(_ step: ShownStep) {
    let sender = step.startedBy.flatMap(position(ofNumber:)).map { $0 + removedCount }
    let row = StepListRow(
      origin: step.startedBy.map { "←\($0)" } ?? "·", action: step.action, changes: step.summary)
    entries.append(
      Entry(number: step.number, sender: sender, row: row, changes: step.changes))
  }

  mutating func begin(after number: UInt64, _ text: String) {
    entries.append(
      Entry(
        number: number, sender: nil,
        row: StepListRow(origin: " ", action: text, color: .muted), changes: []))
    start = count
  }

  /// Removes the oldest steps if there are too many. Returns the number of removed steps.
  mutating func removeExcess() -> Int {
    guard entries.count >= Self.limit + Self.batchSize else { return 0 }
    entries.removeFirst(Self.batchSize)
    removedCount += Self.batchSize
    start = max(0, start - Self.batchSize)
    return Self.batchSize
  }

  private func position(ofNumber number: UInt64) -> Int? {
    var (low, high) = (min(start, count), count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < count && entries[low].number == number ? low : nil
  }
}
