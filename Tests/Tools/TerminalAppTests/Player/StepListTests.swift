import SessionDocument
import TerminalApp
import TerminalUI
import Testing

/// Steps in memory, given by the text of each action and the position of its sender.
struct ListedSteps: StepListSource {
  var steps: [(text: String, sender: Int?)]
  var first: UInt64 = 1
  var calls: [Int: [String]] = [:]
  /// The changes of the steps; those of a step without any are its position.
  var changes: [String] = []

  var count: Int { steps.count }

  func number(at position: Int) -> UInt64 { first + UInt64(position) }

  func sender(of position: Int) -> Int? { steps[position].sender }

  func row(at position: Int) -> StepListRow? {
    let (text, sender) = steps[position]
    return StepListRow(
      origin: sender.map { "←\(number(at: $0))" } ?? "·", action: text,
      changes: changes.isEmpty ? "n: \(position)" : changes[position])
  }

  var hasCalls: Bool { !calls.isEmpty }

  func callCount(at position: Int) -> Int { calls[position]?.count ?? 0 }

  func callText(_ call: Int, at position: Int) -> String { "↳ \(calls[position]?[call] ?? "")" }

  func searchedCalls(at position: Int) -> String {
    calls[position]?.joined(separator: "\n") ?? ""
  }
}

@Suite("A list of steps")
struct StepListTests {
  /// The user sends 1 and 5, an effect of step 1 sends 2 and 4, and an effect of step 2 sends 3.
  private func list(height: Int = 5) -> StepListModel<ListedSteps> {
    var list = StepListModel(
      ListedSteps(steps: [
        ("load", nil), ("loaded", 0), ("Drawn", 1), ("saved", 0), ("tap", nil),
      ]))
    list.fit(height: height)
    return list
  }

  private func text(
    _ list: StepListModel<ListedSteps>, width: Int = 24, isStyled: Bool = false
  ) -> String {
    let grid = Frame(StepListView(list), size: Size(width: width, height: list.height)).grid
    return isStyled ? grid.styledText : grid.text
  }

  @Test("Steps sent by effects are indented below the step that started the effect")
  func indented() {
    #expect(
      text(list()) == """
          1 ▾· load
          2   ▾←1 loaded
          3      ←2 Drawn
          4    ←1 saved
          5  · tap
        """)
  }

  @Test("A long action keeps the end of its path, and leaves room for the changes of a wide list")
  func longAction() {
    let action = #"shoppingList.products[id: 9C9DBD0C…].updateName("Milk")"#
    var list = StepListModel(ListedSteps(steps: [(action, nil)]))
    list.fit(height: 1)
    #expect(text(list, width: 40) == #"  1  · shoppingList…updateName("Milk")"#)
    #expect(text(list, width: 70) == "  1  · \(action)  n: 0")
    let short = #"shoppingLi…products[id: 9C9DBD0C…].updateName("Milk")"#
    #expect(text(list, width: 66) == "  1  · \(short)  n: 0")
    #expect(text(list, width: 140).contains("\(action)  "))
  }

  @Test("The last case of an action stays whole beside long changes, and then a new value")
  func narrowColumns() {
    let steps = [("path[id: 2].group.destination.removeAttendeeButtonTapped", Int?.none)]
    var list = StepListModel(
      ListedSteps(steps: steps, changes: ["path[id: 2].group.expense.cents: 0 → 90050"]))
    list.fit(height: 1)
    #expect(text(list, width: 56) == "  1  · …removeAttendeeButtonTapped  pat…cents: 0 → 90050")
    #expect(text(list, width: 44) == "  1  · path…group…removeAttendeeButtonTapped")
  }

  @Test("Changes of a narrow list are relative to the feature that acts")
  func relativeChanges() {
    var list = StepListModel(
      ListedSteps(
        steps: [("path[id: 2].group.add.amountText = \"900.50\"", nil)],
        changes: ["path[id: 2].state.group.add.expense.cents: 0 → 90050"]))
    list.fit(height: 1)
    #expect(
      text(list, width: 80)
        == "  1  · path[id: 2].group.add.amountText = \"900.50\"  .expense.cents: 0 → 90050")
    #expect(
      text(list, width: 60)
        == "  1  · …add.amountText = \"900.50\"  .expense.cents: 0 → 90050")
  }

  @Test("A wide list has a column of changes, and the selected row is reversed")
  func wide() {
    let lines = text(list(height: 1), width: 60, isStyled: true)
    #expect(lines.contains("n: 0"))
    #expect(lines.contains("‹reversed:load"))
  }

  @Test("A folded step hides and counts all its descendants")
  func folding() {
    var list = list(height: 3)
    let done1 = list.toggleFold()
    #expect(done1)
    #expect(
      text(list) == """
          1 ▸+3 · load
          5  · tap

        """)
    list.move(by: 1)
    #expect(list.selection == 4)
    let done2 = list.toggleFold()
    #expect(!done2)
    list.move(by: -1)
    let done3 = list.unfold()
    #expect(done3)
    #expect(list.rowCount == 5)
    let done4 = list.unfold()
    #expect(!done4)
  }

  @Test("Folding a step without descendants selects or folds its sender")
  func foldingFromBelow() {
    var list = list()
    list.select(2)
    let done5 = list.fold()
    #expect(done5)
    #expect(list.selection == 1)
    let done6 = list.fold()
    #expect(done6)
    #expect(list.rowCount == 4)
    list.select(3)
    let done7 = list.toggleFold()
    #expect(done7)
    #expect(list.selection == 0)
    #expect(list.rowCount == 2)
  }

  @Test("After folding all steps, a single step can be unfolded")
  func foldingAll() {
    var list = list()
    list.select(2)
    list.toggleAllFolds()
    #expect(list.selection == 0)
    #expect(list.rowCount == 2)
    let done8 = list.unfold()
    #expect(done8)
    // Step 2 is still folded.
    #expect((0..<list.rowCount).map { list.position(ofRow: $0) } == [0, 1, 3, 4])
    list.toggleAllFolds()
    #expect(list.rowCount == 5)
  }

  @Test("A filter finds actions and changes, and distinguishes case if it has capitals")
  func filter() {
    var list = list()
    list.setFilter(SearchedText("load"))
    #expect(list.isFiltering)
    #expect(text(list).hasPrefix("searching…"))
    list.continueFiltering()
    #expect(!list.isFiltering)
    #expect((0..<list.rowCount).map { list.position(ofRow: $0) } == [0, 1])
    list.setFilter(SearchedText("N: 3"))
    list.continueFiltering()
    #expect(list.rowCount == 0)
    #expect(text(list).hasPrefix("no step fits"))
    list.setFilter(SearchedText("n: 3"))
    list.continueFiltering()
    #expect(list.position(ofRow: 0) == 3)
    list.setFilter(nil)
    #expect(list.rowCount == 5)
    #expect(SearchedText("") == nil)
  }

  /// The list, with two calls of step 1 and one call of step 4.
  private func listWithCalls(height: Int = 8) -> StepListModel<ListedSteps> {
    var list = list(height: height)
    list.source.calls = [0: ["find(1)", "find(2)"], 3: ["save()"]]
    return list
  }

  @Test("Calls are folded and counted at first, and unfolded below their step")
  func calls() {
    var list = listWithCalls()
    #expect(
      text(list) == """
          1 ▾↳2 · load
          2   ▾←1 loaded
          3      ←2 Drawn
          4    ↳1 ←1 saved
          5  · tap



        """)
    let isOpen = list.toggleCalls()
    #expect(isOpen)
    #expect(
      text(list) == """
          1 ▾· load
               ↳ find(1)
               ↳ find(2)
          2   ▾←1 loaded
          3      ←2 Drawn
          4    ↳1 ←1 saved
          5  · tap

        """)
    list.toggleCalls()
    #expect(list.rowCount == 5)
    list.select(4)
    let hasCalls = list.toggleCalls()
    #expect(!hasCalls)
  }

  @Test("All calls are unfolded at once, also below steps that are listed later")
  func allCalls() {
    var list = listWithCalls()
    list.toggleAllCalls()
    #expect(list.rowCount == 8)
    #expect(
      (0..<8).map { list.item(ofRow: $0)?.call } == [nil, 0, 1, nil, nil, nil, 0, nil])
    #expect((0..<8).compactMap { list.position(ofRow: $0) } == [0, 0, 0, 1, 2, 3, 3, 4])
    list.toggleFold()
    #expect(list.rowCount == 4)
    list.toggleFold()
    list.toggleCalls()
    #expect(list.rowCount == 6)
    list.toggleAllCalls()
    #expect(list.rowCount == 5)
  }

  @Test("Moving selects calls, and folding them selects their step")
  func selectedCalls() {
    var list = listWithCalls(height: 3)
    list.toggleCalls()
    list.move(by: 2)
    #expect(list.selection == 0)
    #expect(list.selectedCall == 1)
    list.move(by: 1)
    #expect(list.selection == 1)
    #expect(list.selectedCall == nil)
    list.move(by: -1)
    #expect(list.selectedCall == 1)
    #expect(list.selectedRow == 2)
    list.toggleCalls()
    #expect(list.selectedCall == nil)
    #expect(list.selectedRow == 0)
    list.select(4)
    #expect(list.selectedRow == 4)
  }

  @Test("A filter finds calls and unfolds them while it is set")
  func filteredCalls() {
    var list = listWithCalls()
    list.setFilter(SearchedText("save"))
    list.continueFiltering()
    #expect(list.listedCount == 1)
    #expect(
      text(list).hasPrefix(
        """
          4  ←1 saved
               ↳ save()
        """))
    list.setFilter(SearchedText("find(2"))
    list.continueFiltering()
    #expect(list.rowCount == 3)
    list.setFilter(nil)
    #expect(list.rowCount == 5)
  }

  @Test("A filter stops when its time is over, and continues at the next step")
  func slices() {
    var list = StepListModel(
      ListedSteps(steps: (0..<100).map { ($0.isMultiple(of: 2) ? "even" : "odd", nil) }))
    list.setFilter(SearchedText("even"))
    list.continueFiltering { true }
    #expect(list.rowCount == 8)
    #expect(list.filteredFraction == 0.16)
    list.continueFiltering()
    #expect(list.rowCount == 50)
  }

  @Test("A selected step that isn't listed stays selected, between its neighbors")
  func hiddenSelection() {
    var list = list()
    list.setFilter(SearchedText("o"))
    list.continueFiltering()
    list.select(2)
    #expect(list.selection == 2)
    list.move(by: 1)
    #expect(list.selection == 2)
    list.setFilter(SearchedText("a"))
    list.continueFiltering()
    #expect((0..<list.rowCount).map { list.position(ofRow: $0) } == [0, 1, 2, 3, 4])
    list.setFilter(SearchedText("tap"))
    list.continueFiltering()
    list.move(by: 1)
    #expect(list.selection == 4)
  }

  @Test("The list scrolls as little as needed")
  func scrolling() {
    var list = list(height: 2)
    list.move(by: 2)
    #expect(list.offset == 1)
    list.move(by: -1)
    #expect(list.offset == 1)
    list.move(by: -1)
    #expect(list.offset == 0)
    list.move(by: 100)
    #expect(list.selection == 4)
    #expect(list.offset == 3)
    var long = StepListModel(ListedSteps(steps: (0..<100).map { ("\($0)", nil) }))
    long.fit(height: 10)
    long.select(50)
    #expect(long.offset == 45)
    long.select(55)
    #expect(long.offset == 46)
    list.select(row: 99)
    #expect(list.selection == 4)
  }

  @Test("A new step is selected only if the previous last step was selected")
  func growing() {
    var list = list()
    list.source.steps.append(("more", 4))
    list.grow()
    #expect(list.selection == 0)
    #expect(list.canFold(4))
    list.move(by: 100)
    list.source.steps.append(("most", nil))
    list.grow()
    #expect(list.selection == 6)
  }

  @Test("Control characters in a row are escaped")
  func hostile() {
    var list = StepListModel(ListedSteps(steps: [("a\u{1B}[2Jb\u{202E}c", nil)]))
    list.fit(height: 1)
    let shown = text(list, width: 60)
    #expect(!shown.unicodeScalars.contains("\u{1B}"))
    #expect(!shown.unicodeScalars.contains("\u{202E}"))
  }

  @Test("Moving, selecting and folding do nothing in an empty list")
  func empty() {
    var list = StepListModel(ListedSteps(steps: []))
    list.move(by: 1)
    list.select(3)
    let done9 = list.toggleFold()
    #expect(!done9)
    #expect(list.position(ofRow: 0) == nil)
    #expect(text(list) == "no steps")
  }
}
