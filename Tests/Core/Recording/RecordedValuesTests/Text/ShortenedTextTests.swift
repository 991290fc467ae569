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
        #"path[id: 2].group.destination.add.amountText = "900.50""#, 34,
        #"…group…add.amountText = "900.50""#
      ),
      (
        #"path[id: 2].group.destination.add.amountText = "900.50""#, 18, #"…mountText = "9…0""#
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
      ("path[id: 2].group.expense.cents: 0 → 90050, b: 1", 24, "…group…cents: 0 → 90050"),
      ("a: 1 → 2, path[id: 2].group.expense.cents: 0 → 9", 16, "a: 1 → 2, path[…"),
      (#"rows[id: "a: b"].name: "x, y" → "z""#, 24, #"rows…name: "x, y" → "z""#),
      ("rows: + Row(id: 1, name: \"Milk\", count: 2)", 24, "rows: + Row(id: 1…nt: 2)"),
      ("a.destination: nil → .edit(Form(title: \"x\"))", 30, "…destination: nil → .edi…\"x\"))"),
    ])
  func changes(changes: String, width: Int, text: String) {
    #expect(changes.shortenedChanges(to: width) == text)
    #expect(text.count <= width)
  }

  @Test(
    "The last case of an action stays whole beside a sign for its path",
    arguments: ["a", "a.b", "a.rows[id: 1].c(2)", #"a.sheet.d = ".x""#])
  func leaves(action: String) {
    let leaf = action.actionLeaf
    #expect(action.hasSuffix(leaf))
    let sign = leaf == action ? "" : "…"
    #expect(action.shortenedAction(to: leaf.count + sign.count) == sign + leaf)
  }

  @Test(
    "The paths of changes are relative to the feature that performs the action",
    arguments: [
      ("path[id: 0].edit.title = \"a.b\"", "path[id: 0].state.edit.title: 1 → 2", ".title: 1 → 2"),
      ("a.b.tapped", "a.b.c.d: 1 → 2, a.b.e: \"a.b, x\" → 2", ".c.d: 1 → 2, .e: \"a.b, x\" → 2"),
      ("a.b.tapped", "a.c: 1 → 2, a.b: 1 → 2, … 2 more", "a.c: 1 → 2, a.b: 1 → 2, … 2 more"),
      ("a.b.tapped", "a.b[0]: + 1", "a.b[0]: + 1"), ("a.state.tapped", "a.state.b: + 1", ".b: + 1"),
      ("a.rows[id: 1].tapped", "a.rows[id: 1].x: 1 → 2", ".x: 1 → 2"), ("tapped", "a: 1", "a: 1"),
      ("a.rows[id: 1].tapped", "a.form.rows[id: 1].x: 1 → 2", ".x: 1 → 2"),
      ("a.b.tapped", "a.form.b.x: 1 → 2", "a.form.b.x: 1 → 2"),
      ("a.tapped", "a.b: nil → B(c: \"x…, a.d: B(c… → nil", ".b: nil → B(c: \"x…, .d: B(c… → nil"),
      ("a.rows[id: 1].tapped", "a.rows[id: 2].x: 1 → 2", "a.rows[id: 2].x: 1 → 2"),
    ])
  func relativePaths(action: String, changes: String, relative: String) {
    #expect(changes.changes(relativeTo: action) == relative)
  }

  @Test("The component that differs from a different action stays")
  func unlike() {
    let action = "path[id: 2].group.destination.add.saveTapped"
    #expect(action.shortenedAction(to: 26) == "path[id: 2]…add.saveTapped")
    for (other, text) in [
      ("path[id: 3].group.destination.add.saveTapped", "path[id: 2]…add.saveTapped"),
      ("path[id: 2].group.sheet.add.saveTapped", "pat…destination…saveTapped"),
      ("path[id: 2].group.destination.edit.saveTapped", "path[id: 2]…add.saveTapped"),
      (action, "path[id: 2]…add.saveTapped"), ("saveTapped", "path[id: 2]…add.saveTapped"),
    ] {
      #expect(action.shortenedAction(to: 26, unlike: other) == text)
    }
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
