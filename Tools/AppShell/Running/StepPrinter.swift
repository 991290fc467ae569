import Platform
import RecordedValues
import SessionRecording
import CommandLineKit
import ComposableArchitecture
import RecordCoding
import SessionLog
import SessionReplay
import SessionReports
import TerminalApp

enum StepOutput: Equatable, Sendable {
  /// A line, printed at once or together with later lines.
  case line(atOnce: Bool)
  /// A line for the step and a line for each change, for a prompt.
  case changes
  case screen
  case nothing
}

/// Prints each step of a running session: its changes, or the screen after it.
@MainActor
final class StepPrinter<App: ShellApp>: StepObserver {
  typealias State = App.Feature.State
  typealias Action = App.Feature.Action

  private let output: TextSink
  private let lines: StepLine
  private let actions: ActionReader<Action>
  // A stored copy: looking it up in the reader would take half as long as recording a step.
  private let hasSecrets: Bool
  private let shown: StepOutput
  private let hasPrompt: Bool
  private var tracker: StateTracker<State>
  private var shortActions: ShortActions
  private var isPrompting = false
  /// Whether lines are buffered until the caller flushes the output.
  var buffersLines = false
  /// A handler that receives steps instead of the output, for the full screen.
  var onStep: ((ShownStep, UnsafePointer<State>) -> Void)?
  /// A handler called before each step, for the full screen.
  var onBegin: (() -> Void)?

  init(
    output: TextSink, shown: StepOutput, hasPrompt: Bool, style: OutputStyle,
    actions: ActionReader<Action>, initialState: State
  ) {
    self.output = output
    self.shown = shown
    self.hasPrompt = hasPrompt
    self.actions = actions
    hasSecrets = actions.secrets != nil
    lines = StepLine(
      schema: actions.text.schema, action: actions.text.type, paint: style.paint,
      width: style.width)
    shortActions = ShortActions(
      schema: actions.text.schema, action: actions.text.type, state: actions.stateType)
    tracker = Self.tracker(of: initialState, actions)
  }

  private static func tracker(
    of state: State, _ actions: ActionReader<Action>
  ) -> StateTracker<State> {
    StateTracker(
      state, schema: actions.text.schema, type: actions.stateType, shared: actions.sharedTypes,
      secrets: actions.secrets)
  }

  func begin(from state: State) {
    tracker = Self.tracker(of: state, actions)
  }

  /// If no steps are printed, the state is tracked only here.
  func recorded(_ state: State) -> RecordedValue? {
    withUnsafePointer(to: state) { _ = tracker.follow($0) }
    return tracker.current
  }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    if let onBegin {
      TerminalDriver.guardStack()
      onBegin()
    }
    if hasSecrets { actions.learn(from: action) }
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    if onStep == nil, case .nothing = shown { return }
    if onStep == nil, case .screen = shown { return showScreen(of: state.pointee) }
    let action = actions.value(of: action)
    // UUIDs are shortened for the state before the step, in which a user would type the action.
    let uuids = action.map(shortUUIDs) ?? .none
    let changes = tracker.advance(to: state)
    guard let action else { return }
    if onStep == nil, case .changes = shown {
      return aroundPrompt {
        let step = lines.lines(
          number: number, origin: origin, action: action, changes: changes, shortening: uuids)
        for line in step { output.line(line) }
      }
    }
    if let onStep {
      let text = lines.text(of: action, shortening: uuids)
      return onStep(
        ShownStep(
          number, origin, text, changes, hasEffect: !effect.isNone, in: actions.text.schema), state)
    }
    let line = lines.text(
      number: number, origin: origin, action: action, changes: changes, shortening: uuids)
    if buffersLines, case .line(atOnce: false) = shown {
      output.line(line)
    } else {
      output.lineNow(line)
    }
  }

  private func shortUUIDs(of action: RecordedValue) -> ShortUUIDs {
    tracker.current.map { shortActions.uuids(of: action, in: $0) } ?? .none
  }

  func showScreen(of state: State) {
    aroundPrompt {
      for line in App.screen(of: state).split(separator: "\n", omittingEmptySubsequences: false) {
        output.line(String(line).visible)
      }
    }
  }

  /// Prints lines below the prompt, if one is shown, and repeats the prompt.
  private func aroundPrompt(_ print: () -> Void) {
    if isPrompting { output.line("") }
    print()
    if isPrompting { prompt() }
  }

  func prompt() {
    guard hasPrompt else { return }
    isPrompting = true
    output.text("> ")
    output.flush()
  }

  func endPrompt() {
    isPrompting = false
  }

  /// Ends the prompt, and its line, without an entered line.
  func leavePrompt() {
    if isPrompting { output.line("") }
    isPrompting = false
  }
}

/// Tracks a state as the recorded value that the log shows.
@MainActor
final class StateTracker<State: Recordable> {
  private let schema: Schema
  private let type: TypeReference
  private let sharedTypes: SharedTypes?
  private let track: StateTrack<State>
  private var encoder = RecordEncoder()
  /// The last tracked state; `nil` if it cannot be recorded.
  private(set) var current: RecordedValue?
  /// The secrets that are removed from printed values.
  private let secrets: SecretTable?

  init(
    _ state: State, schema: Schema, type: TypeReference, shared: SharedTypes?,
    secrets: SecretTable? = nil
  ) {
    self.secrets = secrets
    sharedTypes = shared
    self.schema = schema
    self.type = type
    track = StateTrack(state)
    encoder.redaction = redaction
    current = value(of: state)
  }

  /// Advances to a newer state, and returns its changes. A change of a shared value is listed once.
  func advance(to state: UnsafePointer<State>) -> [StateChange] {
    guard let before = current, follow(state), let current else { return [] }
    let all = StateChange.all(from: before, to: current, as: type, in: schema)
    let changes = merged(all, in: current, state)
    return secrets.map { secrets in changes.map { $0.scrubbed(by: secrets) } } ?? changes
  }

  private func merged(
    _ changes: [StateChange], in current: RecordedValue, _ state: UnsafePointer<State>
  ) -> [StateChange] {
    guard let sharedTypes else { return changes }
    return StateChange.merged(changes, in: current, types: sharedTypes) {
      let supplement = SupplementEncoder()
      var encoder = RecordEncoder()
      encoder.redaction = redaction
      encoder.supplement = supplement
      encoder.encode(state.pointee)
      return KnownReferences(of: supplement.encoded, in: current, types: sharedTypes)
    }
  }

  @discardableResult
  func follow(_ state: UnsafePointer<State>) -> Bool {
    encoder.reset()
    guard track.advance(to: state, into: &encoder), var value = current else { return false }
    // A second reference would make the change copy `value`.
    current = nil
    var decoder = RecordDecoder(encoder.bytes)
    do throws(RecordDecodingError) {
      try value.apply(change: &decoder, as: type, in: schema)
      current = value
    } catch {
      current = self.value(of: state.pointee)
    }
    return true
  }

  private func value(of state: State) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.redaction = redaction
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: schema)
  }

  /// The redaction of printed values. Other strings are replaced in the changes, because a string
  /// may become a secret after the state that contains it.
  private var redaction: RedactionMode { secrets.map { .markedTokens($0) } ?? .masks }
}
