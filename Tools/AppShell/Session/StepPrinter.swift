import ComposableArchitecture
import RecordCoding
import SessionReplay

/// Prints each step of a running session: as a line, or as the screen after it.
@MainActor
final class StepPrinter<App: ShellApp>: StepObserver {
  typealias State = App.Feature.State
  typealias Action = App.Feature.Action

  private let output: TextSink
  private let lines: StepLine
  private let actions: ActionReader<Action>
  private let showsScreens: Bool
  private var tracker: StateTracker<State>
  private var isPrompting = false
  /// Takes the lines of steps in place of the output, while the full screen is shown.
  var onStep: ((String) -> Void)?

  /// Prints screens for a person at a terminal, and lines for everybody else.
  init(
    output: TextSink, showsScreens: Bool, style: OutputStyle, actions: ActionReader<Action>,
    initialState: State
  ) {
    self.output = output
    self.showsScreens = showsScreens
    self.actions = actions
    lines = StepLine(
      schema: actions.text.schema, action: actions.text.type, paint: style.paint,
      width: style.width)
    tracker = StateTracker(
      initialState, schema: actions.text.schema, type: actions.stateType,
      secrets: actions.secrets)
  }

  /// The state as a reader of the log would see it.
  var state: RecordedValue? { tracker.current }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    if onStep != nil { TerminalDriver.guardStack() }
    actions.learn(from: action)
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    let changes = tracker.advance(to: state)
    guard !showsScreens || onStep != nil else { return showScreen(of: state.pointee) }
    guard let action = actions.value(of: action) else { return }
    let line = lines.text(number: number, origin: origin, action: action, changes: changes)
    if let onStep { onStep(line) } else { output.lineNow(line) }
  }

  /// Prints the screen, and the prompt again if it was there.
  func showScreen(of state: State) {
    if isPrompting { output.line("") }
    for line in App.screen(of: state).split(separator: "\n", omittingEmptySubsequences: false) {
      output.line(String(line).visible)
    }
    if isPrompting { prompt() }
  }

  /// Asks for a line.
  func prompt() {
    guard showsScreens else { return }
    isPrompting = true
    output.text("> ")
    output.flush()
  }

  /// Tells that a line has come.
  func endPrompt() {
    isPrompting = false
  }

  /// Leaves the line of the prompt, to which no line has come.
  func leavePrompt() {
    if isPrompting { output.line("") }
    isPrompting = false
  }
}
