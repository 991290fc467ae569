import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import TerminalApp
import TerminalUI
import Testing
import TestSupport

@MainActor
@Suite("The player with an incomplete, diverging or foreign log")
struct PlayerTroubleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("After a divergence, the recorded and the replayed state are shown side by side")
  func divergence() throws {
    let path = try PagesLog.record([.note("a"), .add(2), .add(3), .note("b")], in: folder)
    let player = try DrivenPlayer(path, width: 100, weight: 10)
    #expect(player.lines(with: "state diverged at step 2").count == 1)
    #expect(player.lines(with: "recorded    ").isEmpty)
    player.press("d")
    #expect(player.number == 2)
    #expect(player.model.tree.selectedPath == "count")
    #expect(player.lines(with: "recorded").count == 2)
    #expect(player.lines(with: "≠ 20").count == 1)
    #expect(player.lines(with: "2≠ · add(2)").count == 1)
    // The change begins with the values that differ, because a small pane shows only its start.
    let change = player.text.split(separator: "\n").drop { !$0.contains("─ Change") }.dropFirst()
    #expect(change.first?.contains("The replay diverged here, recorded → replayed:") == true)
    #expect(change.dropFirst().first?.contains("count: 2 → 20") == true)
    // The replayed states continue from the diverged state, in both directions.
    player.press("]")
    #expect(player.lines(with: "count: 5").first?.hasSuffix("≠ 50") == true)
    player.press("]", "[")
    #expect(player.lines(with: "≠ 50").count == 1)
    player.press("[", "[")
    #expect(player.lines(with: "≠ 20").isEmpty)
  }

  @Test("'r' shows the verdict in full on a screen that scrolls")
  func verdict() throws {
    let notes = (0..<30).map { PagesApp.Action.item($0, "item \($0)") }
    let path = try PagesLog.record(notes + [.add(2)], in: folder)
    let player = try DrivenPlayer(path, width: 100, height: 12, weight: 10)
    player.press("r")
    #expect(player.lines(with: "The verdict of the replay").count == 1)
    #expect(player.lines(with: "count: expected 2, actual 20").count == 1)
    #expect(player.lines(with: "as recorded:").count == 1)
    #expect(player.lines(with: "Esc closes this").isEmpty)
    player.press("G")
    #expect(player.lines(with: "Esc closes this").count == 1)
    player.press(.escape)
    #expect(player.lines(with: "The verdict of the replay").isEmpty)
  }

  @Test("A log that is being written grows in the list, which follows its last step")
  func growing() throws {
    let session = try PagesSession(in: folder)
    session.send(.add(2))
    var log = GrowingLog(try SessionReader(path: session.path))
    #expect(log.isGrowing)
    var model = PlayerModel(
      PlayedLog(log.reader), size: Size(width: 100, height: 20), screens: .unavailable("none"),
      replay: .unavailable("not asked for"), isGrowing: true)
    func text() -> String {
      _ = model.work()
      return model.draw().frame.grid.text
    }
    #expect(text().contains("step 1 of 1"))
    #expect(text().contains("being written"))
    #expect(!text().contains("damaged"))
    session.send(.add(3))
    let hasGrown = log.refresh()
    #expect(hasGrown)
    model.take(PlayedLog(log.reader), isGrowing: log.isGrowing)
    #expect(text().contains("step 2 of 2"))
    #expect(text().contains("count: 5"))
    // If a different step is selected, it stays selected.
    _ = model.handle(.key("k"))
    session.send(.add(4))
    try session.finish()
    let isComplete = log.refresh()
    #expect(isComplete)
    #expect(!log.isGrowing)
    model.take(PlayedLog(log.reader), isGrowing: log.isGrowing)
    #expect(text().contains("step 1 of 3"))
    #expect(!text().contains("being written"))
    #expect(log.reader.log.state == .whole)
    let isOver = log.refresh()
    #expect(!isOver)
  }

  @Test("A log that replays as recorded shows a match, and 'd' finds no divergence")
  func match() throws {
    let player = try DrivenPlayer(PagesLog.record([.add(2)], in: folder), weight: 1)
    #expect(player.lines(with: "replay: match").count == 1)
    player.press("d")
    #expect(player.message == "The log replays as recorded: no step differs.")
  }

  @Test("A damaged log shows its intact steps and reports the damage")
  func damaged() throws {
    let path = try PagesLog.record((0..<700).map { .add($0) }, in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: path))
    let player = try DrivenPlayer(path, width: 120)
    #expect(player.message.contains("damaged"))
    #expect(player.lines(with: "  damaged").count > 0)
    player.press("G")
    #expect(player.number > 200)
    #expect(player.number < 700)
    #expect(player.lines(with: "count: ").count == 2)
  }

  @Test("Lost steps are reported at the gap, and the list continues after it")
  func gap() throws {
    let path = try PagesLog.record((0..<900).map { .add($0) }, in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let reader = try SessionReader(path: path)
    bytes[Int(reader.log.blocks[1].offset) + reader.log.blocks[1].memberLength / 2] ^= 0xFF
    try bytes.write(to: URL(fileURLWithPath: path))
    let whole = folder.file("whole.reprise")
    _ = try recoverLog(from: path, to: whole, overwrite: false, readerOptions: .session)
    let player = try DrivenPlayer(whole, width: 120)
    #expect(player.lines(with: "steps lost").count == 1)
    player.press("2", "5", "7", "g")
    #expect(player.message.contains("no step 257"))
    #expect(player.number == 256)
    player.press("j")
    #expect(player.number == 513)
    #expect(player.lines(with: "Lost before it: steps 257 to 512.").count == 1)
    player.press("n")
    #expect(player.number == 514)
    player.press("N", "N")
    #expect(player.number == 256)
  }

  @Test("A log without states shows its steps and its level")
  func levels() throws {
    let path = try PagesLog.record([.add(2), .note("a")], in: folder, level: .actions)
    let player = try DrivenPlayer(path, width: 100)
    #expect(player.lines(with: "level 'actions'").count == 1)
    #expect(player.lines(with: "add(2)").count == 2)
    player.press("n")
    #expect(player.message.contains("does not contain the changes of its steps"))
    player.press("g")
    #expect(player.lines(with: "count: 0").count == 1)
  }

  @Test("A log that kept only its last steps begins at the first kept step")
  func ring() throws {
    let path = try PagesLog.record(
      (1...1000).map { .add($0) }, in: folder, retention: .steps(300))
    let player = try DrivenPlayer(path, weight: 1)
    let first = try SessionReader(path: path).log.stepsBeforeStart + 1
    #expect(first > 600)
    #expect(player.number == first)
    player.press("g")
    #expect(player.number == first - 1)
    #expect(player.lines(with: "count: \((first - 1) * first / 2)").count == 1)
    player.type(":1")
    #expect(player.message.contains("no step 1;"))
    #expect(player.number == first - 1)
    player.press("G", "N")
    #expect(player.number == 999)
    player.press("g", "n")
    #expect(player.number == first)
    #expect(player.lines(with: "replay: match").count == 1)
  }

  @Test("A mark is a step without changes")
  func mark() throws {
    let player = try DrivenPlayer(PagesLog.record([.add(2)], in: folder, mark: "lunch"), weight: 1)
    player.press("G")
    #expect(player.lines(with: "  2  ~ mark: lunch").count == 1)
    #expect(player.lines(with: "a mark of the app").count == 1)
    #expect(player.lines(with: "count: 2").count == 1)
    player.press("c")
    #expect(player.message == "No effect sent this.")
  }

  @Test("A step in which the app ended shows the state before it")
  func crash() throws {
    let path = try PagesLog.record([.add(2)], in: folder)
    let reader = try LogReader(path: path, options: .session)
    try reader.rewrite(to: path) { block, _ in
      // A chunk of one step and one row: its length, the flag of an unfinished step, the action
      // `add(3)`, the index of the row and the time.
      block.bytes += [1, 1, 3, 16, 0, 6, 0, 0]
      block.stepCount += 1
    }
    let player = try DrivenPlayer(path, width: 100, weight: 1)
    player.press("G")
    #expect(player.number == 2)
    #expect(player.lines(with: "The app ended while it was reducing this step.").count == 1)
    #expect(player.lines(with: "State before the step").count == 1)
    #expect(player.lines(with: "count: 2").count == 1)
    player.press("k")
    #expect(player.lines(with: "State before the step").isEmpty)
  }

  @Test("Control characters in the texts of a log are escaped")
  func hostile() throws {
    let bad = "\u{1B}[2J\u{202E}\u{7}"
    let path = try PagesLog.record([.note(bad), .item(1, bad)], in: folder)
    let player = try DrivenPlayer(path, width: 150, height: 40)
    for keys: [Key] in [["g"], ["j"], ["j"], [.tab, "l"]] {
      for key in keys { player.press(key) }
      let shown = player.text.unicodeScalars
      #expect(!shown.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    }
    player.type("/\u{202E}")
    #expect(!player.text.unicodeScalars.contains("\u{202E}"))
  }

  @Test("A log of a different app is shown without screens, with the reason")
  func foreign() throws {
    let reader = try SessionReader(path: PagesLog.record([.add(2)], in: folder))
    let reason = "the log is of the app 'Pages', and this is 'Tally'"
    var model = PlayerModel(
      PlayedLog(reader), size: Size(width: 100, height: 20), screens: .unavailable(reason),
      replay: .unavailable(reason))
    _ = model.work()
    _ = model.handle(.key(.backTab))
    let text = model.draw().frame.grid.text
    #expect(text.contains("No screen: the log is of the app 'Pages'"))
    #expect(text.contains("not replayed"))
    _ = model.handle(.key("d"))
    #expect(model.message?.text == "The log is not replayed: \(reason)")
  }

  @Test("An empty log shows its beginning, and no key moves away")
  func empty() throws {
    let player = try DrivenPlayer(PagesLog.record([], in: folder))
    for key: Key in ["j", "k", "G", "n", "N", "c", "C", "b", " ", "z", "]", .pageDown] {
      player.press(key)
    }
    #expect(player.number == 0)
    #expect(player.lines(with: "count: 0").count == 1)
  }
}
