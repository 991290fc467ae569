import RecordedValues
import Testing

@Suite("Long actions")
struct ShortenedActionTests {
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
    ])
  func middle(action: String, width: Int, text: String) {
    #expect(action.shortenedAction(to: width) == text)
    #expect(text.count <= width)
  }

  @Test("A shortened action never exceeds its width")
  func widths() {
    let action = #"a.products["x.y(z)"].b.updateName("Milk (1)", .none(2), [3: 4])"#
    for width in 0...action.count + 1 {
      #expect(action.shortenedAction(to: width).count <= width)
    }
  }
}
