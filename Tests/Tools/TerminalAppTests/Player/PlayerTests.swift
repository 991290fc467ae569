import Foundation
import SessionDocument
import SessionModel
import SessionReplay
import TerminalApp
import TerminalUI
import Testing
import TestSupport

@MainActor
@Suite("The player")
struct PlayerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// After its nine steps, the count is 2, 3, 4, 5, 5, 8, 8, 8, 7. Step 2 leads to 3 and 4.
  private func log(level: RecordingLevel = .steps) throws -> String {
    try PagesLog.record(
      [
        .add(2), .chain(2), .note("hello"), .add(3), .item(1, "Milk"), .item(1, "Bread"), .add(-1),
      ], in: folder, level: level)
  }

  private func player(width: Int = 80, height: Int = 20) throws -> DrivenPlayer {
    try DrivenPlayer(log(), width: width, height: height)
  }

  @Test("Steps, state and changes are shown side by side, with changed values marked")
  func wholeScreen() throws {
    #expect(
      try player().text == """
        pages.reprise  step 1 of 9  00:00.100  ∥ 1×  not replayed
        ─ Steps ────────────────────────────┬─ State ───────────────────────────────────
          0    the beginning                │·▾state
          1  · add(2)                       │*   count: 2
          2 ▾· chain(2)                     │    note: ""
          3   ▾←2 chain(1)                  │    items: []
          4      ←3 chain(0)                │
          5  · note("hello")                │
          6  · add(3)                       │
          7  · item(1, "Milk")              │
          8  · item(1, "Bread")             │
          9  · add(-1)                      │
                                            │
                                            ├─ Change ──────────────────────────────────
                                            │add(2)
                                            │sent by the user, +00:00.100
                                            │count: 0 → 2
                                            │
                                            │
        Space play  ⏎ fold  / filter  c cause  Tab pane  b breakpoint     q quit  ? keys
        """)
  }

  @Test("Keys move between steps and go to a step by its number")
  func moving() throws {
    let player = try player()
    player.press("j", .down)
    #expect(player.number == 3)
    player.press("k")
    #expect(player.number == 2)
    player.press("G")
    #expect(player.number == 9)
    player.press("g")
    #expect(player.number == 0)
    #expect(player.lines(with: "The state with which the log begins.").count == 1)
    player.press("5", "G")
    #expect(player.number == 5)
    player.type(":7")
    #expect(player.number == 7)
    player.type(":70")
    #expect(player.number == 9)
    #expect(player.message.contains("no step 70"))
    player.press("3", "k", .tab, "[")
    #expect(player.number == 5)
  }

  @Test("Steps sent by effects fold, and C and c move between cause and consequence")
  func effects() throws {
    let player = try player()
    player.press("j", "C")
    #expect(player.number == 3)
    player.press("C", "C")
    #expect(player.number == 4)
    #expect(player.message == "No effect of this step sent an action.")
    player.press("c")
    #expect(player.number == 3)
    player.press("c", "c")
    #expect(player.number == 2)
    #expect(player.message == "The user sent this action: no effect did.")
    player.press(.enter)
    #expect(player.lines(with: "▸+2 · chain(2)").count == 1)
    #expect(player.lines(with: "←2 chain(1)").isEmpty)
    player.press("j")
    #expect(player.number == 5)
  }

  @Test("A filter finds actions, changed paths and values until Esc clears it")
  func filter() throws {
    let player = try player()
    player.type("/bread")
    #expect(player.text.contains("Steps with 'bread': 1"))
    player.press("j")
    #expect(player.number == 8)
    player.press("/", .control("u"))
    player.type("count\n")
    player.press(.escape)
    player.type("/note")
    #expect(player.lines(with: "note(\"hello\")").count == 1)
    player.press("g")
    #expect(player.number == 5)
    player.press(.escape)
    #expect(player.text.contains("the beginning"))
  }

  @Test("n and N go to the next and the previous change of the selected value")
  func changes() throws {
    let player = try player()
    player.press(.tab, "j")
    #expect(player.model.tree.selectedPath == "count")
    player.press("n", "n", "n")
    #expect(player.number == 4)
    player.press("n")
    #expect(player.number == 6)
    player.press("n", "n")
    #expect(player.number == 9)
    #expect(player.message == "There is no next change of count.")
    player.press("N")
    #expect(player.number == 6)
    player.press("N", "N", "N", "N", "N")
    #expect(player.number == 1)
    #expect(player.message == "There is no previous change of count.")
  }

  @Test("Keys open and close a value, and a typed path selects a value")
  func tree() throws {
    let player = try player()
    player.press("G")
    player.type(":path items[id: 1].name")
    #expect(player.model.tree.selectedPath == "items[id: 1].name")
    #expect(player.lines(with: "name: \"Bread\"").count == 1)
    player.press("h", "h", .enter)
    #expect(player.model.tree.selectedPath == "items[id: 1]")
    #expect(player.lines(with: "name: ").count == 1)
    player.press("N")
    #expect(player.number == 8)
    player.type(":path nonsense")
    #expect(player.message.contains("nonsense"))
  }

  @Test("The app's screen shows the tab that changed")
  func screen() throws {
    let player = try player()
    player.press(.backTab)
    #expect(player.lines(with: "Count (tab 1 of 2)").count == 1)
    #expect(player.lines(with: "count 2").count == 1)
    player.press("5", "g", .up, "]")
    #expect(player.number == 6)
    player.press("[")
    #expect(player.lines(with: "note hello").count == 1)
  }

  @Test("A wide terminal shows all panes")
  func wide() throws {
    let text = try player(width: 160, height: 30).text
    for title in ["Steps", "State", "Change", "Screen"] { #expect(text.contains("─ \(title) ─")) }
  }

  @Test("A narrow terminal shows one pane at a time, with clickable tabs")
  func narrow() throws {
    let player = try player(width: 40, height: 8)
    #expect(!player.text.contains("count: 2"))
    player.handle(.click(column: 10, row: 1))
    #expect(player.lines(with: "count: 2").count == 1)
    player.handle(.resize(Size(width: 24, height: 6)))
    #expect(player.lines(with: "▾state").count == 1)
    player.handle(.resize(Size(width: 23, height: 6)))
    #expect(player.text.hasPrefix("23×6 is too small"))
  }

  @Test("A click selects a step or a value, and a second click folds or opens it")
  func mouse() throws {
    let player = try player()
    _ = player.text
    player.handle(.click(column: 8, row: 4))
    #expect(player.number == 2)
    player.handle(.click(column: 8, row: 4))
    #expect(player.lines(with: "+2").count == 1)
    player.handle(.click(column: 50, row: 5))
    #expect(player.model.tree.selectedPath == "items")
    #expect(player.model.focus == .state)
    player.handle(.click(column: 50, row: 17))
    #expect(player.model.focus == .change)
    player.handle(.click(column: 8, row: 3))
    player.handle(.wheel(1))
    #expect(player.number == 6)
  }

  @Test("Unknown keys and commands show an error, and q and ^C quit")
  func otherKeys() throws {
    let player = try player()
    player.press("x")
    #expect(player.message == "x does nothing here; ? shows the keys.")
    #expect(player.press("q") == [.quit])
    #expect(player.press(.control("c")) == [.quit])
    #expect(player.type(":q") == [.quit])
    #expect(player.press(.control("l")) == [.redraw])
    #expect(player.handle(.end) == [.quit])
    player.type(":nonsense")
    #expect(player.message.contains("Unknown command 'nonsense'"))
    player.press("?")
    #expect(player.text.contains("fold what it caused"))
    player.press(.escape)
    #expect(!player.text.contains("fold what it caused"))
  }

  @Test("Long work is done in slices, and unread rows show an ellipsis")
  func slices() throws {
    let reader = try SessionReader(path: log())
    var model = PlayerModel(
      PlayedLog(reader), size: Size(width: 80, height: 20), screens: .unavailable("a test"),
      replay: .running)
    #expect(model.isWorking)
    #expect(model.draw().frame.grid.text.contains("  5 …"))
    var slices = 0
    while model.isWorking {
      _ = model.work { true }
      slices += 1
    }
    #expect(slices > 9)
    #expect(model.draw().frame.grid.text.contains("note(\"hello\")"))
  }
}
