import Platform
package import RecordedValues
import SessionLog
package import SessionModel
import SessionDocument
package import SessionReplay
package import TerminalUI

/// A model of the player without a terminal.
///
/// Long work is done in parts between events, by `work(until:)`.
package struct PlayerModel {
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

  /// An overlay that hides the panes and receives the keys.
  enum Overlay {
    case help, breakpoints, verdict
  }

  package private(set) var log: PlayedLog
  /// Whether another process is still writing the log.
  package private(set) var isGrowing: Bool
  let screens: PlayedScreens
  package var size: Size
  package var message: ScreenMessage?
  package internal(set) var list: StepListModel<PlayedSteps>
  package internal(set) var focus = Pane.steps
  /// The pane above the changes if there is no space for all panes.
  var upper = Pane.state
  package internal(set) var moment: PlayedMoment
  package internal(set) var tree = StateTree()
  /// The call whose values are shown before the changes, as an index into the calls of the step.
  var shownCall: Int?
  var changeOffset = 0
  var screenOffset = 0
  var tab = 0
  var overlay: Overlay?
  var overlayCursor = ScreenCursor()
  var input: PlayerInput?
  var digits = ""
  var playback: Playback
  var search: PlayerSearch?
  package internal(set) var replay: PlayerReplayState
  /// The last step whose recorded and replayed states were requested, and these states.
  ///
  /// `states` is `nil` until the states are available, and if the replay doesn't reach the step.
  var pair: (step: UInt64, states: ReplayedPair?)?
  /// The last step without a replayed state, and the reason.
  var missing: (step: UInt64, reason: String)?
  var isProblemReported = false
  var drawn: Frame?

  /// Creates a player that shows the step `from`, or the first one, and plays to the step `to`.
  ///
  /// Calls of effects are unfolded if `showsCalls` is true.
  package init(
    _ log: PlayedLog, size: Size, screens: PlayedScreens, replay: PlayerReplayState,
    from: UInt64? = nil, to: UInt64? = nil, speed: Double = 1, showsCalls: Bool = false,
    isGrowing: Bool = false
  ) {
    self.log = log
    self.isGrowing = isGrowing
    self.size = size
    self.screens = screens
    self.replay = replay
    playback = Playback(speed: speed, last: to)
    list = StepListModel(PlayedSteps(log: log))
    if showsCalls { list.toggleAllCalls() }
    moment = log.moment(at: 0)
    let position = from.map { log.nearestPosition(of: $0) } ?? min(1, log.count - 1)
    reportDamage()
    arrange()
    go(to: position)
  }

  package var number: UInt64 { moment.number }

  /// Handles an event that occurred at `now`. Returns the commands to perform.
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

  mutating func go(to position: Int) {
    list.select(position)
    show()
  }

  mutating func show() {
    if shownCall != list.selectedCall {
      shownCall = list.selectedCall
      changeOffset = 0
    }
    guard moment.position != list.selection || tree.root == nil else { return }
    moment = log.moment(at: list.selection)
    changeOffset = 0
    screenOffset = 0
    showState()
  }

  /// Shows the recorded state of the selected step, and the replayed state if it is known.
  mutating func showState() {
    let header = log.reader.header
    let states = replayedPair
    let value = states?.recorded ?? moment.state
    let types = states?.recorded == nil ? header : states?.header ?? header
    tree.show(
      value.map { StateTree.Root(value: $0, type: types.state, schema: types.schema) },
      changed: moment.changes.map(\.path))
  }

  /// The recorded and the replayed state of the selected step, if they are known.
  var replayedPair: ReplayedPair? {
    guard let pair, pair.step == moment.number else { return nil }
    return pair.states
  }

  /// Whether the selected step is the step that diverged, or a later one.
  var isAtOrAfterDivergence: Bool {
    guard let divergence = replay.divergence else { return false }
    return moment.number >= divergence.step
  }

  /// Returns a command that requests the replayed state of the selected step, if it is needed.
  mutating func requests() -> [PlayerCommand] {
    guard isAtOrAfterDivergence, pair?.step != moment.number else { return [] }
    pair = (moment.number, nil)
    return [.replay(moment.number)]
  }

  mutating func fail(_ text: String) {
    message = ScreenMessage(.failure, text.visible)
  }

  mutating func note(_ text: String) {
    message = ScreenMessage(.note, text.visible)
  }

  /// Continues with a newer state of the log. If the last step was selected, the new last step is
  /// selected.
  package mutating func take(_ newer: PlayedLog, isGrowing: Bool) {
    let number = number
    let isSameStart = newer.number(at: 0) == log.number(at: 0)
    (log, self.isGrowing) = (newer, isGrowing)
    if isSameStart {
      list.source.log = newer
      list.grow()
    } else {
      // The oldest steps were removed, and all positions have changed.
      var source = PlayedSteps(log: newer)
      (source.breakpoints, source.divergence) = (list.source.breakpoints, list.source.divergence)
      let filter = list.filter
      list = StepListModel(source)
      list.setFilter(filter)
      list.select(newer.nearestPosition(of: number))
    }
    moment = log.moment(at: list.selection)
    if moment.number != number { (changeOffset, screenOffset) = (0, 0) }
    showState()
    arrange()
    if !isGrowing { reportDamage() }
  }

  private mutating func reportDamage() {
    guard !isGrowing else { return }
    guard case .damaged(let damage) = log.reader.log.state else { return }
    let error = SessionReadError.log(.damaged(path: log.reader.log.path, damage: damage))
    fail("\(error)")
  }
}

package struct ReplayedPair: Sendable {
  let recorded: RecordedValue?
  let replayed: RecordedValue
  /// The header with the types of both states.
  let header: SessionHeader
  let differences: [StateChange]

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

/// The state or the result of replaying the log.
package enum PlayerReplayState: Sendable {
  /// The log can't be replayed, for the given reason.
  case unavailable(String)
  case running
  case done(ReplayReport)

  package var divergence: Divergence? {
    if case .done(let report) = self { report.verdict.divergence } else { nil }
  }

  /// The short text and the color for the header.
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

  /// The full text, or `nil` for a match or while the replay is running.
  var explanation: String? {
    switch self {
    case .unavailable(let reason): return "The log is not replayed: \(reason)"
    case .running: return nil
    case .done(let report):
      if case .match = report.verdict { return nil }
      return ReplayText(isVerbose: true).lines(for: report).joined(separator: "\n")
    }
  }
}

package enum PlayerCommand: Equatable, Sendable {
  case replay(UInt64)
  /// Calls `tick(at:)` after a duration.
  case wake(after: Duration)
  case redraw
  case quit
}

package enum PlayedScreens {
  /// The screens can't be drawn, for the given reason.
  case unavailable(String)
  /// Draws a state. The state, the previous state and the last drawn tab determine the tab to draw.
  case drawn(
    (
      _ state: RecordedValue, _ step: UInt64, _ before: RecordedValue?, _ tab: Int, _ size: Size
    ) -> Result<DrawnTab, Incompatibility>)
}

struct PlayerInput {
  enum Purpose {
    case command, filter
  }

  let purpose: Purpose
  var editor: LineEditor

  var prompt: String { purpose == .command ? ":" : "/" }
}
