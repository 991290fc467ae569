import RecordedValues
import RecordCoding
import TerminalApp
import TerminalUI
import Testing

@Suite("Commands of editors")
struct EditorCommandTests {
  @Test(
    "A line with a command of an editor is recognized",
    arguments: [
      ("q", EditorCommand.quit), ("q!", .quit), ("wq", .quit), ("x", .quit), ("h", .help),
      ("w", .write), ("w notes.txt", .write),
    ])
  func commands(line: String, command: EditorCommand) {
    #expect(EditorCommand(line) == command)
  }

  @Test("Other lines are handled by the app", arguments: ["", "quite", "q(1)", "counter.q", "W"])
  func others(line: String) {
    #expect(EditorCommand(line) == nil)
  }

  @Test("The note for 'write' names the log, with control characters escaped")
  func writing() {
    #expect(EditorCommand.writeNote(log: nil).hasPrefix("Nothing is recorded"))
    #expect(
      EditorCommand.writeNote(log: "a\u{1B}.reprise")
        == #"Each step is in 'a\u{1b}.reprise' already; 'quit' completes it."#)
  }
}

@Suite("Keys and commands of editors on the full screen")
struct ScreenEditorKeyTests {
  private typealias Action = Tally.Action

  private func model(height: Int = 20, screens: [Screen<Action>]? = nil) -> DrivenScreen {
    let schema = SchemaBuilder()
    let type = schema.reference(to: Action.self)
    let own: [Screen<Action>] = [
      Screen("Asking") { _ in
        Text("content")
      } keys: { _ in
        [ScreenKey("n", "note", ask: "Note", initial: "old") { .note($0) }]
      },
      Screen("Rows", rows: 100) { cursor in
        List(100, cursor: cursor) { Text("row \($0)") }
      } keys: { cursor in
        [ScreenKey(" ", "take", send: .add(cursor.selection))]
      },
      Screen("Text", lines: (0..<50).map { "line \($0)" }),
    ]
    return DrivenScreen(
      ScreenModel(
        screens: screens ?? own, size: Size(width: 60, height: height),
        completer: ActionCompleter(ActionText(schema: schema.schema, type: type))))
  }

  @Test("j and k move like the arrow keys, unless the tab uses j and k")
  func moveByLetters() {
    let model = model(height: 10)
    #expect(model.press("2", "j", "j", "k", " ") == ["send add(1)"])
    _ = model.press("3")
    #expect(model.text.contains("line 0\n"))
    #expect(model.press("j") == [])
    #expect(!model.text.contains("line 0\n"))
    #expect(model.value.message == nil)
    let own = Screen<Action>("Own", rows: 3) { _ in
      Text("")
    } keys: { cursor in
      [ScreenKey("j", "join", send: .add(cursor.selection))]
    }
    #expect(
      self.model(screens: [own]).press(.down, "j", "k", "j") == ["send add(1)", "send add(0)"])
  }

  @Test("The initial text of a question is selected. Typing or pasting replaces it")
  func initialText() {
    let model = model()
    #expect(model.press("n") == [])
    let grid = model.draw().frame.grid
    #expect(
      (4..<11).map { grid[$0, 19].style.isReversed } == [
        false, false, true, true, true, false, false,
      ])
    #expect(model.press("4", "2", .enter) == [#"send note("42")"#])
    _ = model.press("n")
    #expect(model.handle(.paste("new")).isEmpty)
    #expect(model.press(.enter) == [#"send note("new")"#])
    #expect(model.press("n", .end, "r", .enter) == [#"send note("oldr")"#])
    #expect(model.press("n", .left, "x", .enter) == [#"send note("olxd")"#])
    #expect(model.press("n", .enter) == [#"send note("old")"#])
  }

  @Test("A typed command can show the list of keys")
  func helpByCommand() {
    let model = model()
    model.type(":help")
    _ = model.press(.enter)
    model.value.finishCommand(failure: nil)
    model.value.showHelp()
    #expect(model.text.contains("Everywhere"))
    model.value.showHelp()
    #expect(model.value.isHelpShown)
  }
}
