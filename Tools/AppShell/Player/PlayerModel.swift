import ActionText
import SessionLog
package import RecordSchema
package import SessionReplay
package import TerminalUI

/// A model of the player without a terminal: it handles input events, and returns commands to perform.
///
/// What may take long is done in parts by `work(until:)`, between events.
package struct PlayerModel {
  /// The parts of the screen.
  package enum Pane: Int, CaseIterable, Sendable {
    case steps, state, change, screen

    var title: String {
      switch self {
      case .steps: "Steps"
      case .state: "State"
      case .change: "Change"
      case .screen: "Screen"
      }
    }
  }

  /// What the keys go to instead of the panes.
  enum Overlay {
    case help, breakpoints
  }

  package let log: PlayedLog
  let screens: PlayedScreens
  package var size: Size
  package var message: ScreenMessage?
  /// The steps.
  package internal(set) var list: StepListModel<PlayedSteps>
  /// The part of the screen to which the keys go.
  package internal(set) var focus = Pane.steps
  /// The part that is shown above the change where there is no room for all.
  var upper = Pane.state
  /// What is shown of the selected step.
  package internal(set) var moment: PlayedMoment
  package internal(set) var tree = StateTree()
  var changeOffset = 0
  var screenOffset = 0
  /// The tab of the app that was shown last.
  var tab = 0
  var overlay: Overlay?
  var overlayCursor = ScreenCursor()
  var input: PlayerInput?
  /// The digits that were typed before a key.
  var digits = ""
  /// How fast the log is played, and until when.
  var playback: Playback
  /// What is being looked for, if anything is.
  var search: PlayerSearch?
  /// The replay of the log, if this app can replay it.
  package internal(set) var replay: PlayerReplayState
  /// The states of the selected step as a replay found them, from the divergence on.
  var pair: (step: UInt64, states: ReplayedPair?)?
  /// Whether it was told that a part of the log cannot be read.
  var isProblemTold = false
  /// The screen as it was drawn last.
  var drawn: Frame?

  /// Shows a log from a step on.
  package init(
    _ log: PlayedLog, size: Size, screens: PlayedScreens, replay: PlayerReplayState,
    from: UInt64? = nil, to: UInt64? = nil, speed: Double = 1
  ) {
    self.log = log
    self.size = size
    self.screens = screens
    self.replay = replay
    playback = Playback(speed: speed, last: to)
    list = StepListModel(PlayedSteps(log: log))
    moment = log.moment(at: 0)
    let place = from.map { log.nearestPlace(of: $0) } ?? min(1, log.count - 1)
    tellDamage()
    arrange()
    go(to: place)
  }

  /// The number of the selected step.
  package var number: UInt64 { moment.number }

  /// Handles an event that came at a time of the clock, and returns the commands to perform.
  package mutating func handle(
    _ event: TerminalEvent, at now: Duration = .zero
  ) -> [PlayerCommand] {
    playback.now = now
    switch event {
    case .key(let key):
      message = nil
      return input == nil ? press(key) : type(key)
    case .click(let column, let row):
      message = nil
      return click(column: column, row: row)
    case .wheel(let notches):
      if overlay != nil {
        moveOverlay(by: 3 * notches)
      } else if input == nil {
        move(by: 3 * notches)
      }
      return requests()
    case .paste(let text):
      paste(text)
    case .oversizedPaste(let bytes):
      fail("The paste has \(bytes) bytes and was left out: a line has at most \(LineEditor.limit).")
    case .resize(let size):
      self.size = size
      arrange()
    case .end:
      return [.quit]
    }
    return []
  }

  /// Selects the step at a place, and shows it.
  mutating func go(to place: Int) {
    list.select(place)
    show()
  }

  /// Shows the selected step, if another one is shown.
  mutating func show() {
    guard moment.place != list.selection || tree.root == nil else { return }
    moment = log.moment(at: list.selection)
    changeOffset = 0
    screenOffset = 0
    showState()
  }

  /// Shows the state of the selected step: as recorded, or beside what a replay made of it.
  mutating func showState() {
    let header = log.reader.header
    let states = replayedPair
    let value = states?.recorded ?? moment.state
    let types = states?.recorded == nil ? header : states?.header ?? header
    tree.show(
      value.map { StateTree.Root(value: $0, type: types.state, schema: types.schema) },
      changed: moment.changes.map(\.path))
  }

  /// The states of the selected step from the divergence on, if the replay has told them.
  var replayedPair: ReplayedPair? {
    guard let pair, pair.step == moment.number else { return nil }
    return pair.states
  }

  /// Whether the selected step is the one from which on a replay differs, or comes later.
  var isBehindDivergence: Bool {
    guard let divergence = replay.divergence else { return false }
    return moment.number >= divergence.step
  }

  /// What has to be asked of the replay for the selected step.
  mutating func requests() -> [PlayerCommand] {
    guard isBehindDivergence, pair?.step != moment.number else { return [] }
    pair = (moment.number, nil)
    return [.replay(moment.number)]
  }

  mutating func fail(_ text: String) {
    message = ScreenMessage(.failure, text.visible)
  }

  mutating func note(_ text: String) {
    message = ScreenMessage(.note, text.visible)
  }

  private mutating func tellDamage() {
    guard case .damaged(let damage) = log.reader.log.state else { return }
    let error = SessionReadError.log(.damaged(path: log.reader.log.path, damage: damage))
    fail("\(error)")
  }
}

/// The states of a step that a replay found.
package struct ReplayedPair: Sendable {
  /// The state that was recorded; `nil` if the log does not hold it.
  let recorded: RecordedValue?
  /// The state that came out now.
  let replayed: RecordedValue
  /// The types of both.
  let header: SessionHeader
  /// Where they differ.
  let differences: [StateChange]

  /// Compares two states of a step.
  package init(recorded: RecordedValue?, replayed: RecordedValue, header: SessionHeader) {
    self.recorded = recorded
    self.replayed = replayed
    self.header = header
    differences =
      recorded.map {
        StateChange.all(from: $0, to: replayed, as: header.state, in: header.schema)
      } ?? []
  }
}

/// What a replay of the log has told.
package enum PlayerReplayState: Sendable {
  /// It is not replayed, for a reason.
  case unavailable(String)
  case running
  case done(ReplayReport)

  /// The first step that was not as recorded.
  package var divergence: Divergence? {
    if case .done(let report) = self { report.verdict.divergence } else { nil }
  }

  /// In a word or two, and whether it is worth a look.
  var text: (text: String, color: TextColor) {
    guard case .done(let report) = self else {
      if case .running = self { return ("replaying…", .muted) }
      return ("not replayed", .muted)
    }
    return switch report.verdict {
    case .match: ("replay: match", .success)
    case .diverged(let divergence): ("\(divergence.name) at step \(divergence.step)", .danger)
    case .crashed(let crash): ("crashed at step \(crash.step)", .danger)
    case .damaged(let log):
      log.divergence.map { ("differs at step \($0.step)", .danger) }
        ?? ("replay: match up to the damage", .warning)
    case .incompatible: ("not replayed", .muted)
    case .failed: ("replay failed", .danger)
    }
  }

  /// What is to be said in full, where there is more than a match.
  var explanation: String? {
    switch self {
    case .unavailable(let reason): return "The log is not replayed: \(reason)"
    case .running: return nil
    case .done(let report):
      if case .match = report.verdict { return nil }
      return report.description
    }
  }
}

/// A command of the player.
package enum PlayerCommand: Equatable, Sendable {
  /// The states after a step are asked of the replay.
  case replay(UInt64)
  /// The model is told of the time after a while.
  case wake(after: Duration)
  /// All of the screen is painted again.
  case redraw
  /// The player ends.
  case quit
}

/// How the player comes to the app's screens.
package enum PlayedScreens {
  /// It does not, for a reason.
  case unavailable(String)
  /// A function draws the screen of a state, given the one before, the tab that was shown last and a size.
  case drawn(
    (
      _ state: RecordedValue, _ step: UInt64, _ before: RecordedValue?, _ tab: Int, _ size: Size
    ) -> Result<DrawnTab, Incompatibility>)
}

/// A line that is being typed.
struct PlayerInput {
  /// What becomes of the line.
  enum Purpose {
    case command, filter
  }

  let purpose: Purpose
  var editor: LineEditor

  /// What stands before the line.
  var prompt: String { purpose == .command ? ":" : "/" }
}
