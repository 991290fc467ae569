import SessionDocument
import SessionReplay
import TerminalApp
import TerminalUI
import Testing
import TestSupport

@MainActor
@Suite("The app's screen at a step of a log")
struct RecordedScreenTests {
  private let folder: TemporaryFolder
  private let size = Size(width: 12, height: 2)

  init() throws { folder = try TemporaryFolder() }

  private func screen(
    _ reader: SessionReader
  ) throws -> RecordedScreen<PagesApp.State, PagesApp.Action> {
    try RecordedScreen(reader, with: PagesApp.replayer(), tabs: PagesApp.tabs(of:))
  }

  @Test("The screen is drawn from the recorded state, with colors")
  func drawn() throws {
    let reader = try SessionReader(path: PagesLog.record([.add(2), .add(3)], in: folder))
    let screen = try screen(reader)
    let tab = try screen.drawn(SessionCursor(reader, at: 1).state, after: 1, size: size)
    #expect(tab.titles == ["Count", "Note"])
    #expect(tab.grid.styledText == "‹danger:count 2›\n")
  }

  @Test("If the state selects no tab, the tab that changed is drawn, or else the given tab")
  func changed() throws {
    let reader = try SessionReader(
      path: PagesLog.record([.note("a"), .item(1, "x")], in: folder))
    let screen = try screen(reader)
    let states = try (0...2).map { try SessionCursor(reader, at: UInt64($0)).state }
    let changed = try screen.drawn(states[1], after: 1, before: states[0], size: size)
    #expect(changed.tab == 1)
    #expect(changed.grid.text == "note a\n")
    #expect(try screen.drawn(states[2], after: 2, before: states[1], tab: 1, size: size).tab == 1)
    #expect(try screen.drawn(states[2], after: 2, before: states[1], tab: 7, size: size).tab == 0)
  }

  @Test("A log of a different app is rejected with the reason")
  func otherApp() throws {
    let reader = try SessionReader(path: PagesLog.record([.add(1)], in: folder))
    let error = #expect(throws: Incompatibility.self) {
      try RecordedScreen(reader, with: Tally.replayer) { _ in [] }
    }
    #expect(error?.description.contains("'Pages'") == true)
  }
}
