import ComposableArchitecture
import SessionReplay
import TerminalUI

/// A small app for tests of the full screens.
enum Tally {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
    var note = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add(Int)
    case note(String)
    case echo
    case wait
    case screen
  }

  static var replayer: SessionReplayer<State, Action> {
    SessionReplayer(app: "Tally", dependencies: []) { Reduce<State, Action> { _, _ in .none } }
  }
}
