import RecordedValues
import RecordCoding
import TerminalApp
import TerminalUI
import Testing

@Suite("The list of steps below the app")
struct LogPaneTests {
  private typealias Action = Tally.Action

  private func model(
    steps count: Int = 3, name: String? = "s.reprise", height: Int = 20
  ) -> DrivenScreen {
    let schema = SchemaBuilder()
    let type = schema.reference(to: Action.self)
    let tab = Screen<Action>("Tab", rows: 9) { _ in
      Text("content")
    } keys: { _ in
      [ScreenKey("+", "up", send: .add(1))]
    }
    let model = DrivenScreen(
      ScreenModel(
        screens: [tab, Screen("Other", lines: ["other"])], size: Size(width: 60, height: height),
        completer: ActionCompleter(ActionText(schema: schema.schema, type: type))))
    model.value.log.name = name
    model.value.log.begin(after: 0, "the beginning")
    for number in 0..<count { model.value.log.append(Self.step(UInt64(number) + 1)) }
    _ = model.draw()
    return model
  }

  private static func step(_ number: UInt64, startedBy: UInt64? = nil) -> ShownStep {
    ShownStep(
      number: number, startedBy: startedBy, action: "add(\(number))", summary: "count: \(number)",
      changes: ["count: \(number)", "note: x"])
  }

  private func selected(_ model: DrivenScreen) -> UInt64 {
    let list = model.value.log.list
    return list.source.number(at: list.selection)
  }

  @Test("Until it has the focus, the list shows the latest steps without a selection")
  func focus() {
    let model = model(steps: 9)
    #expect(model.text.contains("── L s.reprise ──"))
    #expect(model.text.contains("  9  · add(9)"))
    #expect(!model.text.contains("  5  · add(5)"))
    #expect(model.press("L") == [])
    #expect(model.text.contains("── L s.reprise · 10 of 10 ──"))
    #expect(model.text.contains("  5  · add(5)"))
    #expect(model.lastLine.hasPrefix("⏎ changes  r go back here"))
    #expect(model.press("L", "+") == ["send add(1)"])
  }

  @Test("While the list has the focus, the shell's keys work and the app's keys don't")
  func otherKeys() {
    let model = model()
    #expect(model.press("L", "+") == [])
    #expect(
      model.value.message?.text
        == "+ does nothing among the steps; Esc leaves them, ? shows the keys.")
    #expect(model.press("q", .control("l"), .control("d")) == ["quit", "redraw", "quit"])
    #expect(model.press("2") == [])
    #expect(!model.value.log.isFocused)
    #expect(model.text.contains("other"))
    _ = model.press("1", "L", ":", .escape)
    #expect(model.value.log.isFocused)
    _ = model.press(.tab)
    #expect(!model.value.log.isFocused)
  }

  @Test("A key of the tab takes precedence over the key that selects the list")
  func ownKey() {
    let model = model()
    model.value.screens = [
      Screen("Tab") { _ in
        Text("")
      } keys: { _ in
        [ScreenKey("L", "left", send: .add(-1))]
      }
    ]
    #expect(model.press("L") == ["send add(-1)"])
    _ = model.draw()
    #expect(model.handle(.click(column: 5, row: 13)).count == 1)
  }

  @Test("Keys and the wheel select steps, and a new step keeps the selection")
  func selecting() {
    let model = model(steps: 30)
    _ = model.press("L", .up, "k")
    #expect(selected(model) == 28)
    model.value.log.append(Self.step(31))
    #expect(selected(model) == 28)
    _ = model.press("j")
    #expect(selected(model) == 29)
    _ = model.press("g")
    #expect(selected(model) == 0)
    _ = model.draw()
    _ = model.press(.pageDown)
    #expect(selected(model) == 9)
    _ = model.handle(.wheel(1))
    #expect(selected(model) == 12)
    _ = model.press("G")
    model.value.log.append(Self.step(32))
    #expect(selected(model) == 32)
    _ = model.press("g", .escape)
    #expect(selected(model) == 32)
  }

  @Test("Enter shows the changes of the selected step until Esc closes them")
  func changes() {
    let model = model()
    _ = model.press("L", .enter)
    #expect(model.text.contains("Step 3 · add(3)\n\ncount: 3\nnote: x\n"))
    _ = model.press(.up)
    #expect(model.text.contains("Step 2 · add(2)\n\ncount: 2\n"))
    _ = model.press("g")
    #expect(model.text.contains("It changed nothing."))
    _ = model.press(.escape)
    #expect(model.text.contains("content"))
    #expect(model.value.log.isFocused)
    _ = model.press(.escape)
    #expect(!model.value.log.isFocused)
  }

  @Test("A click selects a step, and a second click shows its changes")
  func clicks() {
    let model = model()
    // The list has four rows above the message and the keys, and begins after its title.
    #expect(model.handle(.click(column: 8, row: 15)).isEmpty)
    #expect(model.value.log.isFocused)
    #expect(selected(model) == 1)
    _ = model.draw()
    #expect(model.handle(.click(column: 8, row: 9)).isEmpty)
    #expect(model.text.contains("Step 1 · add(1)"))
    #expect(model.handle(.click(column: 8, row: 7)).isEmpty)
  }

  @Test("A filter shows only matching steps until Esc clears it")
  func filtering() {
    let model = model(steps: 30)
    _ = model.press("L", "/")
    model.type("add(2")
    #expect(model.lastLine == "/add(2")
    _ = model.press(.enter)
    #expect(model.text.contains("── L s.reprise · /add(2: 11 of 31 ──"))
    model.value.log.append(Self.step(200))
    #expect(model.text.contains("12 of 32"))
    _ = model.press("/", "x", .enter)
    #expect(model.value.message?.text == "No step has 'x'.")
    _ = model.press(.escape)
    #expect(model.value.log.list.filter == nil)
    #expect(model.value.log.isFocused)
  }

  @Test("Steps sent by effects fold below the step that started the effect")
  func folding() {
    let model = model(steps: 2)
    model.value.log.append(Self.step(3, startedBy: 1))
    _ = model.press("L", "c")
    #expect(selected(model) == 1)
    _ = model.press("z")
    #expect(model.text.contains("▸+1 · add(1)"))
    _ = model.press(.right)
    #expect(model.text.contains("▾· add(1)"))
    _ = model.press(.right)
    #expect(model.value.message?.text == "Nothing is folded under this step.")
    _ = model.press("c")
    #expect(model.value.message?.text.contains("The user sent this step's action") == true)
  }

  @Test("Going back needs a second request at the same step")
  func goingBack() {
    let model = model()
    #expect(model.press("L", "k", "r") == [])
    #expect(model.value.message?.text.contains("Continue from the state after step 2?") == true)
    #expect(model.press("k", "r") == [])
    #expect(model.press("r") == ["go back to 1"])
    #expect(model.press("g", "r") == [])
    #expect(model.value.message?.text.contains("Continue from the beginning?") == true)
    #expect(model.press("r") == ["go back to 0"])
  }

  @Test("After going back, the list has a new title, a line for the start, and new numbers")
  func goneBack() {
    let model = model()
    _ = model.press("L", "g")
    model.value.showGoneBack(
      GoneBack(
        step: 2, oldPath: "a/s.reprise", newPath: "a/s-2.reprise",
        effects: [RunningEffect(step: 1, action: "echo")]))
    model.value.log.append(Self.step(1))
    model.value.log.append(Self.step(2, startedBy: 1))
    let text = model.text
    #expect(text.contains("── L s-2.reprise ──"))
    #expect(text.contains("  2    continues from step 2 in s-2.reprise\n  1 ▾· add(1) "))
    #expect(text.contains("  2    ←1 add(2)"))
    #expect(
      model.value.message
        == ScreenMessage(
          .note,
          "Continues from step 2 in 's-2.reprise'; 's.reprise' is complete. Not restarted: "
            + "echo (step 1)."))
    // Step 1 is the first step of the new log, not of the old log.
    _ = model.press("L", "c")
    #expect(selected(model) == 1)
    #expect(model.press("r", "r") == ["go back to 5"])
  }

  @Test("The note about going back lists at most three effects")
  func note() {
    #expect(GoneBack(step: 0).note == "Continues from the beginning.")
    let effects = (1...5).map { RunningEffect(step: $0, action: "a") }
    #expect(
      GoneBack(step: 9, effects: effects).note
        == "Continues from step 9. Not restarted: a (step 1), a (step 2), a (step 3) and 2 more.")
  }

  @Test("Removing old steps keeps the selection, or selects the first remaining step")
  func bounds() {
    let model = model(steps: 0)
    let limit = UInt64(PaneSteps.limit)
    for number in 1...limit { model.value.log.append(Self.step(number)) }
    _ = model.press("L", "k", "k")
    let before = selected(model)
    for number in limit...(4 * limit) { model.value.log.append(Self.step(number + 1)) }
    // The selected step was removed, so the first remaining one is selected.
    #expect(before == limit - 2)
    #expect(model.value.log.list.selection == 0)
    #expect(model.value.log.list.source.count < PaneSteps.limit + 250)
    _ = model.press("G")
    #expect(selected(model) == 4 * limit + 1)
    #expect(model.press("r", "r") == ["go back to \(4 * limit + 1)"])
    model.value.log.append(
      ShownStep(number: 4 * limit + 2, startedBy: 4 * limit + 1, action: "late"))
    _ = model.press("c")
    #expect(selected(model) == 4 * limit + 1)
  }

  @Test("Texts that are wider than any screen are truncated")
  func longTexts() {
    let long = String(repeating: "牛", count: 100_000)
    let step = ShownStep(number: 1, action: long, summary: long)
    #expect(step.action.count == ShownStep.width)
    #expect(step.summary.count == ShownStep.width)
  }

  @Test("A small terminal shows the list only while it has the focus")
  func small() {
    let model = model(height: 10)
    #expect(!model.text.contains("s.reprise"))
    _ = model.press("L")
    #expect(model.text.contains("s.reprise"))
    #expect(model.text.contains("  3  · add(3)"))
    _ = model.handle(.resize(Size(width: 24, height: 6)))
    #expect(model.text.contains("  3  · add(3)"))
  }

  @Test(
    "The next log is created beside the first",
    arguments: [
      ("s.reprise", "s-2.reprise"), ("a.b/s", "a.b/s-2"), ("/x/.s", "/x/.s-2"), ("s", "s-2"),
      ("a/s.x.reprise", "a/s.x-2.reprise"),
    ])
  func sibling(path: String, next: String) {
    #expect(SiblingLog.path(of: path, number: 2) == next)
  }
}
