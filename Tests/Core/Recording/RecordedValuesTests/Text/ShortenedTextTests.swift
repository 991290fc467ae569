import RecordedValues
import Testing

@Suite("Long actions and changes")
struct ShortenedTextTests {
  @Test(
    "The middle of the path and of the values is omitted, and their ends stay",
    arguments: [
      ("counter.incrTapped", 18, "counter.incrTapped"),
      (
        #"shoppingList.products[id: 9C9DBD0C…].updateName("Milk")"#, 36,
        #"shoppingList…updateName("Milk")"#
      ),
      ("shoppingList.products[id: 9C9DBD0C…].updateName", 30, "shoppingList…updateName"),
      (
        "shoppingList.products[id: 9C9DBD0C…].updateName", 46,
        "shoppingLis…products[id: 9C9DBD0C…].updateName"
      ),
      (
        "loaded([Event(id: 1, title: \"Run\"), Event(id: 2)])", 28,
        "loaded([Event(id: 1,…d: 2)])"
      ),
      ("aVeryLongNameOfAnAction", 10, "…fAnAction"), ("abc", 1, "…"), ("abc", 0, ""),
      (
        #"path[id: 2].group.destination.presented.add.binding.amountText("900,50")"#, 58,
        #"path[id: 2].group.destination.add.amountText("900,50")"#
      ),
      (
        #"path[id: 2].group.destination.presented.add.binding.amountText("900,50")"#, 34,
        #"path[id: …add.amountText("900,50")"#
      ),
      ("a.destination.presented", 22, "…destination.presented"), ("a.b(\"xyz\")", 9, "…b(\"xyz\")"),
    ])
  func middle(action: String, width: Int, text: String) {
    #expect(action.shortenedAction(to: width) == text)
    #expect(text.count <= width)
  }

  @Test(
    "The new value of the first change stays, before its old value and its path",
    arguments: [
      ("counter.count: 0 → 1", 20, "counter.count: 0 → 1"),
      ("path[id: 2].group.expense.cents: 0 → 90050", 34, "pat…group.expense.cents: 0 → 90050"),
      ("path[id: 2].group.expense.cents: 0 → 90050, b: 1", 24, "path[id…cents: 0 → 90050"),
      ("a: 1 → 2, path[id: 2].group.expense.cents: 0 → 9", 16, "a: 1 → 2, path[…"),
      (#"rows[id: "a: b"].name: "x, y" → "z""#, 24, #"rows[…name: "x, y" → "z""#),
      ("rows: + Row(id: 1, name: \"Milk\", count: 2)", 24, "rows: + Row(id: 1…nt: 2)"),
    ])
  func changes(changes: String, width: Int, text: String) {
    #expect(changes.shortenedChanges(to: width) == text)
    #expect(text.count <= width)
  }

  @Test(
    "An action is whole in its last case at the width of that case",
    arguments: ["a", "a.b", "a.rows[id: 1].c(2)", #"a.presented.binding.d(".x")"#])
  func leaves(action: String) {
    let leaf = action.shortenedAction(to: action.actionLeafWidth)
    #expect(action.hasSuffix(leaf.filter { $0 != "…" }))
    #expect(leaf.count == action.actionLeafWidth)
  }

  @Test("A shortened text never exceeds its width")
  func widths() {
    let action = #"a.products["x.y(z)"].b.updateName("Milk (1)", .none(2), [3: 4])"#
    let changes = #"a.rows["x: y, (z"].b: "Milk \", (1)" → .none(2), [3: 4]: [: 1, "#
    for width in 0...action.count + 1 {
      #expect(action.shortenedAction(to: width).count <= width)
      #expect(changes.shortenedChanges(to: width).count <= width)
    }
  }
}
