/// A list of steps in which a person selects one, filters and folds; it knows no terminal.
///
/// Steps stand in the order of their numbers. Those that effects sent are indented below the step
/// whose effect it was, and are hidden while that is folded. Only rows that can be seen are made, so
/// that a list of a million steps takes no longer than a short one.
package struct StepListModel<Source: StepListSource> {
  /// The steps; after it has got more, call `grow()`.
  package var source: Source
  /// The place of the selected step.
  package private(set) var selection = 0
  /// The row with which the list begins on the screen.
  package internal(set) var offset = 0
  /// How many rows were shown when it was drawn last.
  package internal(set) var height = 1

  /// The places that are shown; `nil` for all.
  var visible: [Int32]?
  /// The number of steps when the list last looked.
  private var knownCount: Int

  /// For each step whose sender is known, the sender's place, or -1.
  var senders: ContiguousArray<Int32> = []
  /// The steps whose effects sent others.
  var sending: Set<Int32> = []
  /// Whether every step that can be is folded, but for the exceptions.
  var foldsAll = false
  /// The steps that are folded, or those that are not where `foldsAll`.
  var exceptions: Set<Int32> = []
  /// For each folded step, the number of steps that it hides.
  var hiddenCounts: [Int32: Int] = [:]

  /// The steps that are looked for; `nil` for all.
  package internal(set) var filter: StepListFilter?
  /// The place up to which the filter has looked.
  var filteredCount = 0

  /// Shows steps; the first is selected.
  package init(_ source: Source) {
    self.source = source
    knownCount = source.count
    readSenders()
  }

  /// The number of rows.
  package var rowCount: Int { visible?.count ?? source.count }

  /// The place of the step in a row.
  package func place(ofRow row: Int) -> Int? {
    guard row >= 0, row < rowCount else { return nil }
    return visible.map { Int($0[row]) } ?? row
  }

  /// The row of the selected step, or of the last before it that is shown.
  package var selectedRow: Int { row(of: selection) }

  /// The row of a step, or of the last before it that is shown.
  package func row(of place: Int) -> Int {
    guard let visible else { return max(0, min(place, rowCount - 1)) }
    var (low, high) = (0, visible.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(visible[middle]) <= place { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Selects a step, whether it is shown or not.
  package mutating func select(_ place: Int) {
    selection = max(0, min(place, source.count - 1))
    keepSelectionInSight()
  }

  /// Selects the step in a row, as a click does; does nothing beyond the last.
  package mutating func select(row: Int) {
    if let place = place(ofRow: row) { select(place) }
  }

  /// Selects the step so many rows further down, or the last there is.
  package mutating func move(by rows: Int) {
    guard let first = place(ofRow: 0), let last = place(ofRow: rowCount - 1),
      rows < 0 ? first <= selection : selection <= last
    else { return }
    var target = selectedRow + rows
    // A step that is not shown is between two rows, one of which is nearer.
    if let place = place(ofRow: selectedRow) {
      if rows < 0, place < selection { target += 1 }
      if rows > 0, place > selection { target -= 1 }
    }
    select(row: max(0, min(rowCount - 1, target)))
  }

  /// Makes room for so many rows, of which the selected one is to be in sight.
  package mutating func fit(height: Int) {
    self.height = max(1, height)
    keepSelectionInSight()
  }

  /// Takes the steps into account that came since; where the last was selected, the new last is.
  package mutating func grow() {
    let wasAtEnd = selection >= knownCount - 1
    let wasIndexed = senders.count
    readSenders()
    defer { knownCount = source.count }
    guard source.count != knownCount || senders.count != wasIndexed else { return }
    if filter == nil { hideFolded() }
    if wasAtEnd, source.count > knownCount { select(max(0, source.count - 1)) }
  }

  /// Begins anew after the source has lost steps.
  package mutating func reload() {
    let number = source.count > selection ? nil : source.count - 1
    senders = []
    sending = []
    knownCount = source.count
    readSenders()
    if let filter { begin(filter) } else { hideFolded() }
    select(number ?? selection)
  }

  /// Scrolls as little as needed to show the selected row; one that is far away comes to the middle.
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
    for place in senders.count..<count {
      let sender = source.sender(of: place).map { Int32($0) } ?? -1
      senders.append(sender)
      if sender >= 0 { sending.insert(sender) }
    }
  }
}
