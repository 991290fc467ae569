import RecordCoding
import Testing

@Suite("Completing an action")
struct ActionCompleterTests {
  private let completer = ActionCompleter(SampleApp.actions, words: ["quit", "wait effects"])

  /// What the whole line may become.
  private func lines(_ line: String) -> [String] {
    completer.complete(line).candidates.map(\.text)
  }

  @Test("An empty line may become any feature's action, or a word")
  func empty() {
    #expect(
      lines("") == [
        "counter.", "favoritePrimes.", "shoppingList.", "alerts.", "quit", "wait effects",
      ])
  }

  @Test(
    "Names are completed with what follows them",
    arguments: [
      ("co", ["counter."]), ("counter", ["counter."]),
      (
        "counter.",
        [
          "counter.incrTapped", "counter.decrTapped", "counter.nthPrimeResponse(", "counter.step(",
          "counter.scale(",
        ]
      ),
      ("counter.incr", ["counter.incrTapped"]), (".counter.incr", [".counter.incrTapped"]),
      ("counter.s", ["counter.step(", "counter.scale("]), ("nothing", []), ("counter.x", []),
      ("wait e", ["wait effects"]), ("shoppingList.p", ["shoppingList.products["]),
      ("counter.incrTapped", ["counter.incrTapped"]), ("counter.incrTapped ", []),
    ])
  func names(line: String, expected: [String]) {
    #expect(lines(line) == expected)
  }

  @Test(
    "Rows are named, and then their actions",
    arguments: [
      ("shoppingList.products", ["shoppingList.products["]),
      ("shoppingList.products[0]", ["shoppingList.products[0]."]),
      (
        "shoppingList.products[id: \"]\"].",
        [
          "shoppingList.products[id: \"]\"].toggled",
          "shoppingList.products[id: \"]\"].updateName(",
        ]
      ),
      ("shoppingList.products[0].t", ["shoppingList.products[0].toggled"]),
      ("shoppingList.products[", []),
    ])
  func rows(line: String, expected: [String]) {
    #expect(lines(line) == expected)
  }

  @Test(
    "Values are completed by their types",
    arguments: [
      ("counter.nthPrimeResponse(", ["counter.nthPrimeResponse(nil"]),
      ("counter.nthPrimeResponse(nil", ["counter.nthPrimeResponse(nil)"]),
      ("counter.nthPrimeResponse(17", ["counter.nthPrimeResponse(17)"]),
      ("counter.step(", ["counter.step(by: "]),
      ("counter.step(b", ["counter.step(by: "]),
      ("counter.step(by: 3", ["counter.step(by: 3)"]),
      ("alerts.post(", ["alerts.post(Alert("]),
      ("alerts.post(Alert(", ["alerts.post(Alert(text: "]),
      ("alerts.post(Alert(text: ", ["alerts.post(Alert(text: \""]),
      (
        "alerts.post(Alert(text: \"a, b)\"", ["alerts.post(Alert(text: \"a, b)\", "]
      ),
      (
        "alerts.post(Alert(text: \"\", severity: ",
        [".info", ".warning", ".error"].map { "alerts.post(Alert(text: \"\", severity: " + $0 }
      ),
      (
        "alerts.post(Alert(text: \"\", severity: .w",
        ["alerts.post(Alert(text: \"\", severity: .warning"]
      ),
      (
        "alerts.post(Alert(text: \"\", severity: .warning",
        ["alerts.post(Alert(text: \"\", severity: .warning, "]
      ),
      (
        "alerts.dismiss(at: \"x\", animated: t",
        ["alerts.dismiss(at: \"x\", animated: true"]
      ),
      (
        "alerts.dismiss(at: \"x\", animated: true",
        ["alerts.dismiss(at: \"x\", animated: true)"]
      ),
      ("favoritePrimes.deleteFavoritePrimes(", ["favoritePrimes.deleteFavoritePrimes(["]),
      (
        "favoritePrimes.deleteFavoritePrimes([2, 3]",
        ["favoritePrimes.deleteFavoritePrimes([2, 3])"]
      ),
    ])
  func values(line: String, expected: [String]) {
    #expect(lines(line) == expected)
  }

  @Test("Where nothing can be listed, what is expected is told")
  func hints() {
    #expect(completer.complete("counter.scale(").hint == "a number")
    #expect(completer.complete("shoppingList.products[0].updateName(\"M").hint == "text in quotes")
    #expect(completer.complete("shoppingList.products[").hint?.contains("row") == true)
  }

  @Test("What is completed to the end is an action")
  func wholeActions() throws {
    for entry in SampleApp.actions.catalog.entries where !entry.signature.contains("(") {
      let line = entry.path.replacing("[…]", with: "[id: \(SampleApp.milk)]")
      #expect(lines(line) == [line])
      _ = try SampleApp.actions.parse(line)
    }
  }
}
