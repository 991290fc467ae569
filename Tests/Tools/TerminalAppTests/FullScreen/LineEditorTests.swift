import TerminalApp
import TerminalUI
import Testing

@Suite("The line editor")
struct LineEditorTests {
  private func edited(_ text: String, _ keys: Key...) -> String {
    let editor = Held(LineEditor(text))
    for key in keys { #expect(editor.edit(key)) }
    _ = editor.insert("|")
    return editor.value.text
  }

  @Test("Keys move the cursor within the line")
  func moving() {
    #expect(edited("ab", .left) == "a|b")
    #expect(edited("ab", .left, .left, .left, .right) == "a|b")
    #expect(edited("ab", .home) == "|ab")
    #expect(edited("ab", .control("a"), .end, .right) == "ab|")
  }

  @Test("Keys delete whole characters")
  func deleting() {
    #expect(edited("ab👨‍👩‍👧", .backspace) == "ab|")
    #expect(edited("ab", .home, .backspace) == "|ab")
    #expect(edited("ab", .home, .delete) == "|b")
    #expect(edited("ab", .delete) == "ab|")
    #expect(edited("abc", .left, .control("u")) == "|c")
    #expect(edited("abc", .left, .control("k")) == "ab|")
  }

  @Test(
    "^W deletes a word or a component of a path",
    arguments: [
      ("counter.incr", "counter|"), ("counter", "|"), ("wait 1s", "wait |"), ("wait 1s ", "wait |"),
    ])
  func deletingWords(text: String, left: String) {
    #expect(edited(text, .control("w")) == left)
  }

  @Test("A combining mark joins the letter before it")
  func joining() {
    let editor = Held(LineEditor("e"))
    #expect(editor.insert("\u{301}"))
    #expect(editor.value.cursor == 1)
    #expect(editor.edit(.backspace))
    #expect(editor.value.text.isEmpty)
  }

  @Test("Typing or deleting replaces a selected text, and moving the cursor keeps the text")
  func selection() {
    func edited(_ keys: Key...) -> String {
      let editor = Held(LineEditor("ab", isSelected: true))
      for key in keys { #expect(editor.edit(key)) }
      #expect(editor.value.isSelected == keys.isEmpty)
      _ = editor.insert("|")
      return editor.value.text
    }
    #expect(edited() == "|")
    #expect(edited(.backspace) == "|")
    #expect(edited(.delete) == "|")
    #expect(edited(.end) == "ab|")
    #expect(edited(.left) == "a|b")
    #expect(!LineEditor("", isSelected: true).isSelected)
    let full = Held(
      LineEditor(String(repeating: "a", count: LineEditor.limit), isSelected: true))
    #expect(!full.edit(.up))
    #expect(full.value.isSelected)
    #expect(full.insert("b"))
    #expect(full.value.text == "b")
  }

  @Test("A full line rejects further text without a change")
  func limit() {
    let editor = Held(LineEditor(String(repeating: "a", count: LineEditor.limit - 1)))
    let before = editor.value
    #expect(!editor.insert("é"))
    #expect(editor.value == before)
    #expect(editor.insert("e"))
    #expect(!editor.insert("e"))
  }

  @Test("Keys that don't edit are not handled")
  func otherKeys() {
    let editor = Held(LineEditor())
    #expect(!editor.edit(.function(1)))
    #expect(!editor.edit(.up))
  }
}

@Suite("The history of typed commands")
struct CommandHistoryTests {
  @Test("Recalling past the last command returns the draft")
  func recall() {
    let history = Held(CommandHistory(["a", "b"]))
    #expect(history.older(than: "draft") == "b")
    #expect(history.older(than: "b") == "a")
    #expect(history.older(than: "a") == nil)
    #expect(history.newer() == "b")
    #expect(history.newer() == "draft")
    #expect(history.newer() == nil)
  }

  @Test("The history skips repeated commands, and discards the oldest commands")
  func bounds() {
    let history = Held(CommandHistory())
    for number in 0...CommandHistory.limit {
      history.value.append("\(number)")
      history.value.append("\(number)")
    }
    #expect(history.value.entries.count == CommandHistory.limit)
    #expect(history.value.entries.first == "1")
    history.value.append("")
    #expect(history.value.entries.last == "\(CommandHistory.limit)")
  }
}

@Suite("The recording light")
struct RecordingLightTests {
  @Test(
    "The light shows steps and bytes, or a short form",
    arguments: [
      (RecordingLight.off, "○ not recorded", "○"),
      (.on(steps: 1, bytes: 999), "● 1 step 999 B", "● 1"),
      (.on(steps: 12, bytes: 1_960), "● 12 steps 1.9 kB", "● 12"),
      (.on(steps: 0, bytes: 2_500_000), "● 0 steps 2.5 MB", "● 0"),
      (.failed, "✗ recording failed", "✗"),
    ])
  func text(light: RecordingLight, long: String, short: String) {
    #expect(light.text(isShort: false) == long)
    #expect(light.text(isShort: true) == short)
  }
}
