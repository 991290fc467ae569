import TerminalUI
import Testing

@Suite("Screens of features in an app")
struct ScreenTests {
  private enum AppAction: Equatable {
    case feature(Int)
    case text(String)
  }

  private let feature = Screen<Int>("Feature", rows: 3) { cursor in
    Text("row \(cursor.selection)")
  } keys: { cursor in
    [
      ScreenKey("a", "add", isEnabled: false, send: cursor.selection),
      ScreenKey("e", "enter", ask: "Number", initial: "7") { Int($0) },
    ]
  }

  @Test("Mapping a screen embeds the actions of its keys")
  func map() throws {
    let screen = feature.map(AppAction.feature)
    #expect(screen.title == "Feature")
    #expect(screen.rowCount == 3)
    #expect(drawn(screen.view(ScreenCursor(selection: 1)), 9, 1) == "row 1")
    let keys = screen.keys(ScreenCursor(selection: 2))
    #expect(keys.map(\.key) == ["a", "e"])
    #expect(keys.map(\.isEnabled) == [false, true])
    guard case .send(let action) = try #require(keys.first).outcome else {
      Issue.record("the first key asks")
      return
    }
    #expect(action == .feature(2))
    guard case .ask(let question, let initial, let then) = try #require(keys.last).outcome else {
      Issue.record("the last key does not ask")
      return
    }
    #expect((question, initial) == ("Number", "7"))
    #expect(then("12") == .feature(12))
    #expect(then("twelve") == nil)
  }

  @Test("Mapping and extending a screen keeps its selection")
  func selection() {
    #expect(feature.selection == nil)
    #expect(!feature.isSelected)
    let screen = feature.selected(true, by: 3).map(AppAction.feature).adding(keys: [])
    #expect(screen.selection == .feature(3))
    #expect(screen.isSelected)
  }

  @Test("A cursor on a removed row moves to the last row")
  func clamping() {
    #expect(drawn(feature.view(ScreenCursor(selection: 9)), 9, 1) == "row 2")
    #expect(drawn(feature.view(ScreenCursor(selection: -1)), 9, 1) == "row 0")
  }

  @Test(
    "Keys are shown as in an action bar",
    arguments: [
      (Key.character(" "), "Space"), ("a", "a"), (.control("d"), "^D"), (.alt("x"), "M-x"),
      (.function(3), "F3"), (.enter, "⏎"), (.pageDown, "PgDn"),
    ])
  func keyNames(key: Key, name: String) {
    #expect(key.description == name)
  }
}
