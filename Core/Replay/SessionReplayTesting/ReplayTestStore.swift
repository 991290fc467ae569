import DependencyInjection
public import RecordCoding
public import ReducerRuntime
public import SessionRecording
import SessionReplay
import ValueDump

/// A test store that replays the actions of a recorded session.
///
///     let store = ReplayTestStore(initialState: CounterFeature.State()) { CounterFeature() }
///     store.send(.incrTapped) { $0.count = 1 }
///     store.receive(.decrTapped) { $0.count = 0 }
///
/// `reprise generate-test` writes such tests. As in a replay, recorded answers replace the values
/// that the reducer reads from dependencies, and only the recorded parts of states are compared.
/// After the first step that differs, nothing is compared. Steps run no effects. `runEffects()`
/// runs them if the test states what they do.
public final class ReplayTestStore<State: Recordable, Action: Recordable> {
  private let session: ReducedSession<State, Action>
  private let screen: ((State) -> String)?
  let app: ReplayedApp<State, Action>
  let initialState: State
  let story: EffectStory
  private(set) var steps: [ReducedStep<Action>] = []
  var hasFailed = false
  private var hasEffects = false

  /// The state after the last step.
  public var state: State { session.state }

  /// Creates a store with an initial state, which `start` may change, and a reducer.
  ///
  /// If you pass a `screen`, steps don't compare states; `expectScreen(_:)` compares what is shown.
  public init(
    initialState: @autoclosure () -> State,
    dependencies: [RecordedDependency] = RecordedDependency.standard,
    reducer: @escaping @Sendable () -> any Reducer<State, Action>,
    screen: ((State) -> String)? = nil, start: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let app = ReplayedApp<State, Action>(
      identity: AppIdentity(name: "", version: "", build: ""), dependencies: dependencies,
      assemble: { reducer().assemble() })
    let session = ReducedSession(app, initialState: initialState)
    self.session = session
    self.app = app
    let failure = Self.failure(of: { if let start { try session.change(start) } })
    self.initialState = session.state
    story = EffectStory(
      Deferred { CallableEndpoints.declared(by: app.assemble) },
      masksText: session.header.redacted != nil)
    self.screen = screen
    guard let failure else { return }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    fail("Cannot create the initial state: \(failure)", at: location)
  }

  private static func failure(of body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Sends an action of the user, and expects a change of the state and a returned effect.
  public func send(
    _ action: Action, reading answers: RecordedAnswer..., returning effect: String = "none",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, assert update: ((inout State) throws -> Void)? = nil
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    step(action, .sent, answers, effect, update, at: location)
  }

  /// Sends an action that an effect sent in the recording, with the same expectations as `send`.
  ///
  /// Fails if no previous step returned an effect. If you pass the number of an effect,
  /// `runEffects()` expects that effect to send the action.
  public func receive(
    _ action: Action, from sender: Int? = nil, reading answers: RecordedAnswer...,
    returning effect: String = "none", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    assert update: ((inout State) throws -> Void)? = nil
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if !hasEffects, !hasFailed {
      fail(action, "no step before returned an effect that could have sent it", at: location)
    }
    if let sender { story.append(UInt64(clamping: sender), .sent, location) }
    let origin = StepOrigin.received(startedBy: UInt64(story.stepCount))
    step(action, origin, answers, effect, update, at: location)
  }

  /// Sends the action in which the app ended during the recording, without expectations.
  public func sendUnfinished(_ action: Action, reading answers: RecordedAnswer...) {
    let reads = answers.filter { $0.references == nil }.compactMap { try? $0.read(session) }
    _ = reduce(action, reads, answers.compactMap(\.references).first ?? [])
  }

  /// Changes shared values as an effect or other code did between the recorded steps.
  public func changeShared(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: (inout State) throws -> Void
  ) {
    guard !hasFailed, let failure = Self.failure(of: { try session.change(change) }) else { return }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    fail("Cannot change shared values: \(failure)", at: location)
  }

  /// Expects the app to show a screen.
  public func expectScreen(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard let screen, !hasFailed else { return }
    guard let difference = diffLines(expected, screen(session.state)) else { return }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    fail("The screen differs:\n\n\(difference)", at: location)
  }

  private func step(
    _ action: Action, _ origin: StepOrigin, _ answers: [RecordedAnswer], _ effect: String,
    _ update: ((inout State) throws -> Void)?, at location: CodeLocation
  ) {
    guard !hasFailed else { return }
    do {
      let references = answers.compactMap(\.references).first ?? []
      let reads = try answers.filter { $0.references == nil }.map { try $0.read(session) }
      let step = reduce(action, reads, references)
      if step.effects.first != "none" { hasEffects = true }
      if let problem = step.readProblem { return fail(action, problem, at: location) }
      if screen == nil {
        let difference = try session.difference(of: step) { try update?(&$0) }
        if let difference {
          return fail(action, "the state differs at \(difference)", at: location)
        }
      }
      guard !step.effects.contains(effect) else {
        return append(action, origin, reads, references, location)
      }
      fail(
        action, "another effect was returned:\n- \(effect)\n+ \(step.effects.first ?? "none")",
        at: location)
    } catch {
      fail(action, "\(error)", at: location)
    }
  }

  /// Notes a step that was as expected.
  private func append(
    _ action: Action, _ origin: StepOrigin, _ reads: [RecordedRead], _ references: [UInt8],
    _ location: CodeLocation
  ) {
    story.appendStep(at: location)
    var step = ReplayedStep(number: UInt64(story.stepCount), origin: origin)
    step.reads = reads
    steps.append(ReducedStep(step: step, action: action, references: references))
  }

  private func reduce(
    _ action: Action, _ reads: [RecordedRead], _ references: [UInt8]
  ) -> ReducedSession<State, Action>.Step {
    // The issues of the recorded session are reported again in a replay; they aren't failures.
    IssueReports.withHandler({ _ in }) {
      session.reduce(action, reads: reads, references: references)
    }
  }

  private func fail(_ action: Action, _ text: String, at location: CodeLocation) {
    fail("\(session.text(of: action)): \(text)\n\n(- expected, + actual)", at: location)
  }

  private func fail(_ text: String, at location: CodeLocation) {
    hasFailed = true
    location.report(text)
  }
}

/// A value that a reducer read from a dependency when its session was recorded.
///
///     let store = ReplayTestStore(initialState: CounterFeature.State()) { CounterFeature() }
///     store.send(.incrTapped, reading: .date(Date(timeIntervalSinceReferenceDate: 0))) {
///       $0.count = 1
///     }
///     let answer = RecordedAnswer.read("uuid", "\"5710528C-1833-4E5A-AF42-26591B1D3039\"")
public struct RecordedAnswer: Sendable {
  private let name: String
  private let text: String
  /// The references of the action, if this is not an answer but describes them.
  fileprivate var references: [UInt8]?

  /// Returns an answer of a dependency or an endpoint, with the name and value that `show` prints.
  public static func read(_ dependency: String, _ value: String) -> Self {
    Self(name: dependency, text: value)
  }

  /// Returns a UUID read from `\.uuid`.
  public static func uuid(_ id: UUID) -> Self { read("uuid", id.uuidString.debugDescription) }

  /// Returns a date read from `\.date`.
  public static func date(_ date: Date) -> Self {
    read("date", "Date(seconds: \(date.timeIntervalSinceReferenceDate))")
  }

  /// Returns the identity of a new element of a stack.
  public static func stackElementID(_ id: StackElementID) -> Self {
    read("stackElementID", "\(id.generation)")
  }

  /// Returns a number read from `\.withRandomNumberGenerator`.
  public static func randomNumber(_ number: UInt64) -> Self {
    read("withRandomNumberGenerator", "\(number)")
  }

  /// Returns the shared values of the state to which references in the action lead. A log describes
  /// them in Base64.
  public static func references(_ base64: String) -> Self {
    Self(name: "", text: "", references: Data(base64Encoded: base64).map { [UInt8]($0) } ?? [])
  }

  func read<State, Action>(_ session: ReducedSession<State, Action>) throws -> RecordedRead {
    try session.read(name, text: text)
  }
}

/// Returns the value that a log prints in a form such as `Alert(text: "Full", severity: .error)`.
///
/// Generated tests use this function for values that source code cannot create.
public func recorded<Value: Recordable>(_ text: String) throws -> Value {
  try RecordedForm.value(text, as: Value.self)
}

extension Recordable {
  /// Sets a recorded property, such as a private one, to a value in the form that a log prints.
  public mutating func setRecorded(_ property: String, to text: String) throws {
    try RecordedForm.set(property, of: &self, to: text)
  }
}
