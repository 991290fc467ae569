import SessionReplay
import TerminalApp
import TerminalUI
import Testing
import TestSupport

@MainActor
@Suite("Playing in the player")
struct PlayerPlayingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func player(to: UInt64? = nil, speed: Double = 1) throws -> DrivenPlayer {
    let path = try PagesLog.record(
      [.add(1), .note("a"), .add(2), .item(1, "x"), .add(3)], in: folder, milliseconds: 400)
    return try DrivenPlayer(path, to: to, speed: speed)
  }

  @Test("Steps are shown at their recorded times, up to the last step")
  func recordedSpeed() throws {
    let player = try player()
    #expect(player.press(" ", at: 1000) == [.wake(after: .milliseconds(400))])
    #expect(player.tick(at: 1399) == [.wake(after: .milliseconds(1))])
    #expect(player.number == 1)
    player.tick(at: 1400)
    #expect(player.number == 2)
    // A late tick shows all steps that are due.
    player.tick(at: 2300)
    #expect(player.number == 4)
    #expect(player.text.contains("▶ 1×"))
    #expect(player.tick(at: 2600) == [])
    #expect(player.number == 5)
    #expect(!player.model.isPlaying)
    player.press(" ")
    #expect(player.message == "This is the last step.")
  }

  @Test("Space pauses, and a new speed applies to the rest of the current pause")
  func speed() throws {
    let player = try player()
    player.press(" ", at: 0)
    #expect(player.press("+", at: 200) == [.wake(after: .milliseconds(100))])
    player.tick(at: 300)
    #expect(player.number == 2)
    #expect(player.press(" ", at: 310) == [])
    player.tick(at: 5000)
    #expect(player.number == 2)
    player.press("-", "-")
    #expect(player.message == "Speed 0.50×.")
    player.type(":speed 4")
    #expect(player.press(" ", at: 6000) == [.wake(after: .milliseconds(100))])
    player.type(":speed 2000")
    #expect(player.message.contains("Invalid speed '2000'"))
  }

  @Test("--to sets the last step, and --speed the initial speed")
  func options() throws {
    let player = try player(to: 3, speed: 2)
    #expect(player.press(" ") == [.wake(after: .milliseconds(200))])
    #expect(player.tick(at: 10_000) == [])
    #expect(player.number == 3)
  }

  @Test("Playing stops at a breakpoint on an action, which the list marks")
  func breakpointAtAction() throws {
    let player = try player()
    player.press("b")
    #expect(player.lines(with: "●").count == 3)
    player.press(" ")
    player.tick(at: 10_000)
    #expect(player.number == 3)
    #expect(player.message == "Stopped at the breakpoint action add.")
    player.press("b")
    #expect(player.lines(with: "●").isEmpty)
  }

  @Test("Playing stops at a breakpoint on a value until the breakpoint is removed")
  func breakpointAtValue() throws {
    let player = try player()
    player.type(":break items")
    player.type(":break note")
    player.press(" ")
    player.tick(at: 10_000)
    #expect(player.number == 2)
    player.press("B", .down)
    #expect(player.text.contains("action note"))
    player.press("x", .escape, " ", at: 10_000)
    player.tick(at: 90_000)
    #expect(player.number == 4)
    #expect(player.message == "Stopped at the breakpoint change of items.")
    player.press(.tab, "g", "b")
    #expect(player.message.contains("the state"))
    player.type(":break nonsense")
    #expect(player.message.contains("neither an action nor a path"))
  }

  @Test("A long pause shows a countdown")
  func countdown() throws {
    let player = try player(speed: 0.01)
    #expect(player.press(" ") == [.wake(after: .seconds(1))])
    #expect(player.text.contains("next in 40 s"))
    player.tick(at: 30_000)
    #expect(player.text.contains("next in 10 s"))
    player.press(.escape)
    #expect(!player.model.isPlaying)
  }
}
