import RecordedValues
import ComposableArchitecture
import RecordCoding
import TerminalApp
import TerminalUI
import Testing

@Suite("The full screen")
struct ScreenModelTests {
  private typealias Action = Tally.Action

  private static func screens(count: Int = 0, canAdd: Bool = true) -> [Screen<Action>] {
    [
      Screen("Tally") { _ in
        Row {
          Text("count \(count)")
          Button("+", key: "+")
        }
      } keys: { _ in
        [
          ScreenKey("+", "up", isEnabled: canAdd, send: .add(1)),
          ScreenKey("n", "note", ask: "Note", initial: "old") { .note($0) },
          ScreenKey("a", "add", ask: "How many") { Int($0).map { .add($0) } },
        ]
      },
      Screen("Rows", rows: 100) { cursor in
        List(100, cursor: cursor) { Text("row \($0)") }
      } keys: { cursor in
        [ScreenKey(" ", "take", send: .add(cursor.selection))]
      },
      Screen("Text", lines: (0..<50).map { "line \($0)" }),
    ]
  }

  private func model(
    width: Int = 60, height: Int = 20, canAdd: Bool = true, screens: [Screen<Action>]? = nil,
    history: [String] = []
  ) -> DrivenScreen {
    let schema = SchemaBuilder()
    let type = schema.reference(to: Action.self)
    return DrivenScreen(
      ScreenModel(
        screens: screens ?? Self.screens(canAdd: canAdd),
        size: Size(width: width, height: height),
        completer: ActionCompleter(
          ActionText(schema: schema.schema, type: type), words: ["quit", "wait "]),
        history: CommandHistory(history)))
  }

  @Test("The screen shows the tabs, the app's screen, the latest steps and the action bar")
  func wholeScreen() {
    let model = model(width: 60, height: 16)
    model.value.light = .on(steps: 2, bytes: 1234)
    model.value.log.name = "s.reprise"
    model.value.log.append(ShownStep(number: 1, action: "echo"))
    model.value.log.append(
      ShownStep(number: 2, startedBy: 1, action: "add(1)", summary: "count: 1 → 2"))
    model.value.message = ScreenMessage(.note, "a message")
    #expect(
      model.text == """
         1 Tally  2 Rows  3 Text                    ● 2 steps 1.2 kB
        ────────────────────────────────────────────────────────────
        count 0 [+]







        ── L s.reprise ─────────────────────────────────────────────
          1 ▾· echo
          2    ←1 add(1)                 count: 1 → 2

        a message
        + up  n note  a add                 : action  q quit  ? keys
        """)
  }

  @Test("A small terminal hides the steps, and shortens the light and the action bar")
  func smallScreen() {
    let model = model(width: 30, height: 8)
    model.value.light = .on(steps: 2, bytes: 1234)
    #expect(
      model.text == """
         1 Tally  2 Rows  3 Text   ● 2
        ──────────────────────────────
        count 0 [+]




        + up  n note  …   :  q  ? keys
        """)
  }

  @Test("A terminal that is too small shows a message until it is enlarged")
  func tooSmall() {
    let model = model()
    _ = model.handle(.resize(Size(width: 20, height: 5)))
    #expect(model.text == "20×5 is too small:\nat least 24×6 is\nneeded.\n\n")
    _ = model.handle(.resize(Size(width: 24, height: 6)))
    #expect(model.text.contains("count 0"))
  }

  @Test("A key of the tab sends its action, and a disabled or unknown key shows an error")
  func keys() {
    let model = model()
    #expect(model.press("+") == ["send add(1)"])
    #expect(model.press("x") == [])
    #expect(
      model.value.message == ScreenMessage(.failure, "x does nothing here; ? shows the keys."))
    model.value.screens = Self.screens(canAdd: false)
    #expect(model.press("+") == [])
    #expect(model.value.message == ScreenMessage(.failure, "'up' cannot be done now."))
    #expect(model.press(.down) == [])
    #expect(model.value.message == nil)
  }

  @Test("Digits, Tab and clicks choose tabs")
  func tabs() {
    let model = model()
    #expect(model.press("2") == [])
    #expect(model.value.tab == 1)
    #expect(model.press(.tab, .tab) == [])
    #expect(model.value.tab == 0)
    #expect(model.press(.backTab) == [])
    #expect(model.value.tab == 2)
    #expect(model.press("9") == [])
    #expect(model.value.tab == 2)
    #expect(model.value.message?.text == "There is no tab 9; there are 3.")
    _ = model.draw()
    #expect(model.handle(.click(column: 10, row: 0)).isEmpty)
    #expect(model.value.tab == 1)
    model.value.screens = Array(Self.screens().prefix(1))
    #expect(model.value.tab == 0)
  }

  /// The tabs of an app whose state selects the tab.
  private static func screens(selected: Int) -> [Screen<Action>] {
    screens().enumerated().map { $1.selected($0 == selected, by: .note("tab \($0)")) }
  }

  @Test("If the state selects the tab, choosing a tab sends an action and follows the state")
  func tabsOfState() {
    let model = model()
    model.value.screens = Self.screens(selected: 1)
    #expect(model.value.tab == 1)
    #expect(model.press("3") == [#"send note("tab 2")"#])
    #expect(model.press(.tab, .backTab) == [#"send note("tab 2")"#, #"send note("tab 0")"#])
    // The app may ignore the action.
    #expect(model.value.tab == 1)
    _ = model.draw()
    #expect(model.handle(.click(column: 2, row: 0)).count == 1)
    model.value.screens = Self.screens(selected: 0)
    #expect(model.value.tab == 0)
  }

  @Test("Choosing the selected tab sends no action")
  func selectedTab() {
    let model = model()
    model.value.screens = Self.screens(selected: 1)
    _ = model.draw()
    #expect(model.press("2") == [])
    #expect(model.handle(.click(column: 10, row: 0)).isEmpty)
    #expect(model.value.tab == 1)
  }

  @Test("A new screen shows the tab that the state selects")
  func firstTab() {
    #expect(model(screens: Self.screens(selected: 2)).value.tab == 2)
  }

  @Test("A tab selected by the app replaces the help")
  func tabOverHelp() {
    let model = model(screens: Self.screens(selected: 0))
    _ = model.press("?")
    model.value.screens = Self.screens(selected: 0)
    #expect(model.value.isHelpShown)
    model.value.screens = Self.screens(selected: 2)
    #expect(!model.value.isHelpShown)
    #expect(model.text.contains("line 0"))
  }

  @Test("A button and the action bar can be clicked")
  func clicks() {
    let model = model()
    _ = model.draw()
    #expect(model.handle(.click(column: 9, row: 2)).count == 1)
    #expect(model.handle(.click(column: 0, row: 19)).count == 1)
    #expect(model.handle(.click(column: 30, row: 10)).isEmpty)
  }

  @Test("Keys, the wheel and clicks select rows, and each tab keeps its selection")
  func rows() {
    let model = model(height: 10)
    #expect(model.press("2", .down, .down, " ") == ["send add(2)"])
    _ = model.draw()
    #expect(model.press(.pageDown, " ") == ["send add(8)"])
    #expect(model.press(.end, " ", .down, " ") == ["send add(99)", "send add(99)"])
    #expect(model.text.contains("row 99"))
    #expect(model.handle(.wheel(-1)).isEmpty)
    #expect(model.press(" ") == ["send add(96)"])
    #expect(model.press(.home, .up, " ") == ["send add(0)"])
    _ = model.draw()
    #expect(model.handle(.click(column: 3, row: 5)).isEmpty)
    #expect(model.press(" ", "1", "2", " ") == ["send add(3)", "send add(3)"])
  }

  @Test("Keys scroll up to the end if no row can be selected")
  func scrolling() {
    let model = model(height: 10)
    _ = model.press("3")
    #expect(model.text.contains("line 0\n"))
    #expect(model.press(.down, .down) == [])
    #expect(model.text.contains("line 7\n"))
    #expect(model.press(.end, .up) == [])
    #expect(model.text.contains("line 43\n"))
    #expect(!model.text.contains("line 49\n"))
  }

  @Test("A key with a question converts the typed line to an action")
  func asking() {
    let model = model()
    #expect(model.press("n", .end, .backspace) == [])
    #expect(model.lastLine == "Note: ol")
    model.type("q:1")
    #expect(model.press(.enter) == [#"send note("olq:1")"#])
    #expect(model.value.input == nil)
    #expect(model.press("n", .escape) == [])
    #expect(model.value.input == nil)
  }

  @Test("An invalid answer shows an error and can be corrected")
  func noAnswer() {
    let model = model()
    _ = model.press("a")
    model.type("1x")
    #expect(model.press(.enter) == [])
    #expect(
      model.value.message
        == ScreenMessage(
          .failure, "'1x' isn't valid for 'How many'; correct it, or cancel with Esc."))
    #expect(model.press(.backspace, .enter) == ["send add(1)"])
  }

  @Test("A typed action is performed and saved, and can be corrected if it fails")
  func command() {
    let model = model()
    model.type(":ad(1)")
    #expect(model.press(.enter) == ["keep", "perform ad(1)"])
    model.value.finishCommand(failure: "there is no action 'ad'")
    #expect(model.lastLine == ":ad(1)")
    #expect(model.value.message == ScreenMessage(.failure, "there is no action 'ad'"))
    #expect(model.press(.home, .right, "d", .enter) == ["keep", "perform add(1)"])
    model.value.finishCommand(failure: nil)
    #expect(model.value.input == nil)
    #expect(model.value.history.entries == ["ad(1)", "add(1)"])
    #expect(model.press(":", " ", .enter) == [])
    #expect(model.value.input == nil)
  }

  @Test("The arrows recall commands of this session and of earlier sessions")
  func recall() {
    let model = model(history: ["add(1)", "echo"])
    model.type(":no")
    #expect(model.press(.up, .up) == [])
    #expect(model.lastLine == ":add(1)")
    #expect(model.press(.down, .down) == [])
    #expect(model.lastLine == ":no")
  }

  @Test("Tab inserts the common prefix of all completions and lists them")
  func completion() {
    let model = model()
    model.type(":a")
    #expect(model.press(.tab) == [])
    #expect(model.lastLine == ":add(")
    #expect(model.press(.tab) == [])
    #expect(model.value.message == ScreenMessage(.note, "a number"))
    #expect(model.press(.control("u"), "x", .tab) == [])
    #expect(model.value.message?.text == "There are no completions here.")
    #expect(model.press(.backspace, "w", .tab) == [])
    #expect(model.lastLine == ":wait")
    #expect(model.value.message?.text == "wait  wait ")
  }

  @Test("A long message takes at most a third of the screen")
  func longMessage() {
    let model = model(width: 24, height: 9)
    model.value.message = ScreenMessage(.failure, "the first line and the second one")
    #expect(model.text.contains("\nthe first line and the\nsecond one\n+ up"))
    model.value.message = ScreenMessage(.failure, String(repeating: "word ", count: 40))
    let lines = model.text.split(separator: "\n").filter { $0.hasPrefix("word") }
    #expect(lines.count == 3)
    #expect(lines.last?.hasSuffix("…") == true)
  }

  @Test("A paste is inserted into the line, unless it has several lines or is too long")
  func paste() {
    let model = model()
    #expect(model.handle(.paste("add(1)")).isEmpty)
    #expect(
      model.value.message?.text == "Nothing takes a paste here; ':' opens a line for an action.")
    _ = model.press(":")
    #expect(model.handle(.paste("add(1)\n")).isEmpty)
    #expect(model.lastLine == ":add(1)")
    #expect(model.handle(.paste("add(1)\nadd(2)")).isEmpty)
    #expect(model.value.message?.text.contains("several lines") == true)
    #expect(model.handle(.oversizedPaste(bytes: 2_000_000)).isEmpty)
    #expect(model.value.message?.text.contains("2000000 bytes") == true)
    #expect(model.handle(.paste(String(repeating: "a", count: LineEditor.limit))).isEmpty)
    #expect(model.value.message?.text.contains("The line is full") == true)
    #expect(model.lastLine == ":add(1)")
  }

  @Test("The cursor is at the next character, including in wide text and in long lines")
  func cursor() {
    let model = model(width: 24, height: 6)
    _ = model.press(":")
    #expect(model.draw().cursor == Rectangle(column: 1, row: 5, width: 1, height: 1))
    model.type("牛a")
    #expect(model.draw().cursor?.column == 4)
    model.type(String(repeating: "b", count: 40))
    #expect(model.draw().cursor?.column == 23)
    #expect(model.lastLine.hasSuffix("bbb"))
    _ = model.press(.home)
    #expect(model.draw().cursor?.column == 1)
    _ = model.press(.escape)
    #expect(model.draw().cursor == nil)
  }

  @Test("? shows the list of keys")
  func help() {
    let model = model()
    _ = model.press("?")
    #expect(model.text.contains("Tally\n+      up\nn      note\na      add\n\nEverywhere\n1–9 Tab"))
    _ = model.press(.escape)
    #expect(model.text.contains("count 0"))
    let wide = self.model(width: 80, height: 16)
    _ = wide.press("?")
    #expect(wide.text.contains("\n+      up"))
    #expect(wide.text.contains(" 1–9 Tab       choose a tab"))
    #expect(wide.text.contains(" Esc           leave the line\n"))
  }

  @Test("Scrolling the list of keys keeps the scroll offset of the tab")
  func helpScrolling() {
    let model = model(width: 40, height: 10)
    _ = model.press("3", .down, "?")
    #expect(!model.text.contains("leave the line"))
    _ = model.press(.end)
    #expect(model.text.contains("leave the line"))
    _ = model.press(.up)
    #expect(!model.text.contains("leave the line"))
    _ = model.press("?")
    #expect(model.text.contains("line 1\n"))
    _ = model.press("?")
    #expect(model.text.contains("Everywhere"))
  }

  @Test("The shell's keys are shown even if the tab has many keys")
  func shellKeys() {
    let many = Screen<Action>("Many") { _ in
      Text("")
    } keys: { _ in
      (0..<20).map { ScreenKey(.function($0), "does something", send: .add(1)) }
    }
    let model = model(width: 80, screens: [many])
    #expect(model.lastLine.contains("…"))
    #expect(model.lastLine.hasSuffix(" : action  q quit  ? keys"))
    #expect(model.handle(.resize(Size(width: 24, height: 6))).isEmpty)
    #expect(model.lastLine.hasPrefix("…"))
    #expect(model.lastLine.hasSuffix(" :  q  ? keys"))
    _ = model.draw()
    #expect(model.handle(.click(column: 15, row: 5)).count == 1)
  }

  @Test("q, ^D and the end of the input quit, and ^L repaints")
  func quitting() {
    let model = model()
    #expect(model.press("q", .control("d"), .control("l")) == ["quit", "quit", "redraw"])
    #expect(model.handle(.end).count == 1)
    // In a line, letters are typed.
    #expect(model.press(":", "q") == [])
    #expect(model.lastLine == ":q")
  }

  @Test("Control characters in a message are escaped")
  func controls() {
    let model = model()
    model.value.message = ScreenMessage(.failure, "\u{1B}[2J")
    #expect(model.text.contains(#"\u{1b}[2J"#))
  }
}
