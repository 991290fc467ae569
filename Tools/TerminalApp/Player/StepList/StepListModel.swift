package import SessionDocument

/// A model of a list of steps. A step that an effect sent is indented below the sender's step, and
/// hidden while the sender's step is folded.
///
/// Only visible rows are created, so a list of a million steps is as fast as a short one.
package struct StepListModel<Source: StepListSource> {
  /// The steps. Call `grow()` after adding steps.
  package var source: Source
  package private(set) var selection = 0
  /// The index of the selected call below the selected step; `nil` if the step is selected.
  package internal(set) var selectedCall: Int?
  package internal(set) var offset = 0
  package internal(set) var height = 1

  /// The positions of the rows, or `nil` if all steps are listed.
  var visible: [Int32]?
  /// The number of steps at the last update.
  private var knownCount: Int

  /// The positions of the senders of all indexed steps, or -1 for steps without a sender.
  var senders: ContiguousArray<Int32> = []
  /// The positions of the steps whose effects sent others.
  var sending: Set<Int32> = []
  /// Whether all steps are folded, except `exceptions`.
  var foldsAll = false
  /// The positions of the steps that are folded or, if `foldsAll` is `true`, unfolded.
  var exceptions: Set<Int32> = []
  var hiddenCounts: [Int32: Int] = [:]

  /// Whether the calls of all steps are unfolded, except `callExceptions`.
  var opensAllCalls = false
  var callExceptions: Set<Int32> = []
  /// The positions of the steps whose calls the filter found.
  var foundCalls: Set<Int32> = []
  var openCalls = OpenCalls()

  package internal(set) var filter: SearchedText?
  var filteredCount = 0

  package init(_ source: Source) {
    self.source = source
    knownCount = source.count
    readSenders()
  }

  /// The number of listed steps.
  package var listedCount: Int { visible?.count ?? source.count }

  /// The number of listed steps and calls.
  package var rowCount: Int { listedCount + openCalls.callCount }

  package func item(ofRow row: Int) -> StepListItem? {
    guard row >= 0, row < rowCount else { return nil }
    let (stepRow, call) = openCalls.item(ofRow: row)
    return stepPosition(ofRow: stepRow).map { StepListItem(position: $0, call: call) }
  }

  /// Returns the position of the step in a row, or of the step above a call.
  package func position(ofRow row: Int) -> Int? { item(ofRow: row)?.position }

  package var selectedRow: Int { row(of: selection) + (selectedCall.map { $0 + 1 } ?? 0) }

  /// Returns the row of a step, or of the nearest listed step before it.
  package func row(of position: Int) -> Int { openCalls.row(ofStepRow: stepRow(of: position)) }

  /// Returns the position of a step by its row among the listed steps.
  func stepPosition(ofRow row: Int) -> Int? {
    guard row >= 0, row < listedCount else { return nil }
    return visible.map { Int($0[row]) } ?? row
  }

  /// Returns the row of a step in the list. If the step isn't listed, returns the row of the
  /// nearest listed step before it.
  func stepRow(of position: Int) -> Int {
    guard let visible else { return max(0, min(position, listedCount - 1)) }
    var (low, high) = (0, visible.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(visible[middle]) <= position { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Selects a step, whether it is listed or not.
  package mutating func select(_ position: Int) {
    selection = max(0, min(position, source.count - 1))
    selectedCall = nil
    keepSelectionInSight()
  }

  package mutating func select(row: Int) {
    guard let item = item(ofRow: row) else { return }
    select(item.position)
    selectedCall = item.call
    keepSelectionInSight()
  }

  package mutating func move(by rows: Int) {
    guard let first = position(ofRow: 0), let last = position(ofRow: rowCount - 1),
      rows < 0 ? first <= selection : selection <= last
    else { return }
    var target = selectedRow + rows
    // A selected step that isn't listed is between two rows. Each of them is one row away.
    if let position = position(ofRow: selectedRow) {
      if rows < 0, position < selection { target += 1 }
      if rows > 0, position > selection { target -= 1 }
    }
    select(row: max(0, min(rowCount - 1, target)))
  }

  package mutating func fit(height: Int) {
    self.height = max(1, height)
    keepSelectionInSight()
  }

  /// Updates the list after steps were added. If the last step was selected, the new last step is
  /// selected.
  package mutating func grow() {
    let wasAtEnd = selection >= knownCount - 1
    let wasIndexed = senders.count
    readSenders()
    defer { knownCount = source.count }
    guard source.count != knownCount || senders.count != wasIndexed else { return }
    if filter == nil { hideFolded() } else { listCalls() }
    if wasAtEnd, source.count > knownCount { select(max(0, source.count - 1)) }
  }

  /// Updates the list after steps were removed from the source.
  package mutating func reload() {
    let number = source.count > selection ? nil : source.count - 1
    senders = []
    sending = []
    knownCount = source.count
    readSenders()
    if let filter { begin(filter) } else { hideFolded() }
    select(number ?? selection)
  }

  /// Scrolls as little as needed to show the selected row. A distant row is centered.
  mutating func keepSelectionInSight() {
    let row = selectedRow
    let isFar = row < offset - height || row >= offset + 2 * height
    offset = isFar ? row - height / 2 : max(min(offset, row), row - height + 1)
    offset = max(0, min(offset, rowCount - height))
  }

  private mutating func readSenders() {
    let count = min(source.indexedCount, source.count)
    guard senders.count < count else { return }
    senders.reserveCapacity(count)
    for position in senders.count..<count {
      let sender = source.sender(of: position).map { Int32($0) } ?? -1
      senders.append(sender)
      if sender >= 0 { sending.insert(sender) }
    }
  }
}
