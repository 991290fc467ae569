import SessionDocument
import SessionReplay
import TerminalApp
import TerminalUI

/// A player whose keys are pressed by a test, with a replay that responds at once.
@MainActor
final class DrivenPlayer {
  var model: PlayerModel
  private let states: ReplayedStates<PagesApp.State, PagesApp.Action>?

  /// Opens a log of `PagesApp`, and replays it with `weight` if a weight is given.
  init(
    _ path: String, width: Int = 80, height: Int = 20, weight: Int? = nil, from: UInt64? = nil,
    to: UInt64? = nil, speed: Double = 1
  ) throws {
    let reader = try SessionReader(path: path)
    let screen = try RecordedScreen(
      reader, with: PagesApp.replayer(), tabs: PagesApp.tabs(of:))
    model = PlayerModel(
      PlayedLog(reader), size: Size(width: width, height: height),
      screens: .drawn { state, step, before, tab, size in
        Result { () throws(Incompatibility) in
          try screen.drawn(state, after: step, before: before, tab: tab, size: size)
        }
      }, replay: .unavailable("not asked for"), from: from, to: to, speed: speed)
    guard let weight else {
      states = nil
      return
    }
    let replayer = PagesApp.replayer(adding: weight)
    states = try ReplayedStates(reader, with: replayer)
    perform(model.take(.done(replayer.replay(path: path))))
    model.message = nil
  }

  /// Presses keys, does all work, and returns the commands except the replay's commands.
  @discardableResult
  func press(_ keys: Key..., at milliseconds: Int = 0) -> [PlayerCommand] {
    keys.flatMap { handle(.key($0), at: milliseconds) }
  }

  @discardableResult
  func type(_ text: String) -> [PlayerCommand] {
    text.flatMap { handle(.key(.character($0))) } + press(.enter)
  }

  @discardableResult
  func handle(_ event: TerminalEvent, at milliseconds: Int = 0) -> [PlayerCommand] {
    perform(model.handle(event, at: .milliseconds(milliseconds)))
  }

  @discardableResult
  func tick(at milliseconds: Int) -> [PlayerCommand] {
    perform(model.tick(at: .milliseconds(milliseconds)))
  }

  @discardableResult
  private func perform(_ commands: [PlayerCommand]) -> [PlayerCommand] {
    let all = commands + model.work()
    for case .replay(let step) in all {
      let pair = states?.pair(after: step).map {
        ReplayedPair(recorded: $0.recorded, replayed: $0.replayed, header: $0.header)
      }
      model.take(pair, after: step)
    }
    _ = model.draw()
    return all.filter { if case .replay = $0 { false } else { true } }
  }

  var number: UInt64 { model.number }

  var text: String {
    _ = model.work()
    return model.draw().frame.grid.text
  }

  var message: String { model.message?.text ?? "" }

  /// Returns the lines of the screen that contain a text.
  func lines(with part: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.contains(part) }
  }
}
