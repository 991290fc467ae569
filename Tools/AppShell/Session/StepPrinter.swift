import ComposableArchitecture
import RecordCoding
import SessionReplay

/// What is printed of each step.
enum StepOutput: Equatable, Sendable {
  /// A line, handed on at once or when there is more.
  case line(atOnce: Bool)
  /// The screen after it, for a person at a terminal.
  case screen
  case nothing
}

/// Prints each step of a running session: as a line, or as the screen after it.
@MainActor
final class StepPrinter<App: ShellApp>: StepObserver {
  typealias State = App.Feature.State
  typealias Action = App.Feature.Action

  private let output: TextSink
  private let lines: StepLine
  private let actions: ActionReader<Action>
  private let shown: StepOutput
  private let hasPrompt: Bool
  private let tracker: StateTracker<State>
  private var isPrompting = false
  /// Takes the lines of steps in place of the output, while the full screen is shown.
  var onStep: ((String) -> Void)?

  /// Prints so much of each step, and a prompt for a person at a terminal.
  init(
    output: TextSink, shown: StepOutput, hasPrompt: Bool, style: OutputStyle,
    actions: ActionReader<Action>, initialState: State
  ) {
    self.output = output
    self.shown = shown
    self.hasPrompt = hasPrompt
    self.actions = actions
    lines = StepLine(
      schema: actions.text.schema, action: actions.text.type, paint: style.paint,
      width: style.width)
    tracker = StateTracker(
      initialState, schema: actions.text.schema, type: actions.stateType)
  }

  /// The present state as a reader of the log would see it.
  ///
  /// It is followed only here where nothing is printed of a step.
  func recorded(_ state: State) -> RecordedValue? {
    withUnsafePointer(to: state) { _ = tracker.follow($0) }
    return tracker.current
  }

  func willReduce(_ action: Action, origin: StepOrigin) {
    if onStep != nil { TerminalDriver.guardStack() }
  }

  func didReduce(_ step: StoreStep<State, Action>) {
    if let onStep {
      if let line = line(of: step) { onStep(line) }
      return
    }
    switch shown {
    case .nothing: break
    case .screen: showScreen(of: step.after)
    case .line(let isAtOnce):
      guard let line = line(of: step) else { return }
      if isAtOnce { output.lineNow(line) } else { output.line(line) }
    }
  }

  private func line(of step: StoreStep<State, Action>) -> String? {
    let changes = withUnsafePointer(to: step.after) { tracker.advance(to: $0) }
    guard let action = actions.value(of: step.action) else { return nil }
    return lines.text(
      number: step.number, origin: step.origin, action: action, changes: changes)
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
    guard hasPrompt else { return }
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
