import RecordedValues
import DependencyInjection
package import RecordCoding
package import ReducerRuntime
package import SessionModel
import SessionDocument
package import SessionRecording
import SharedState

/// A session that a test drives step by step; actions are reduced as in a replay, without effects.
package final class ReducedSession<State: Recordable, Action: Recordable> {
  package struct Step {
    package let before: State
    package let after: State
    /// The shared values that a test expects; `nil` if the state has none.
    fileprivate let view: SharedView?
    /// The effect in the form that logs print. Older logs print sent actions shorter, or not at
    /// all.
    package let effects: [String]
    /// The difference between the reducer's reads and the given answers, if any.
    package let readProblem: String?
  }

  package let header: SessionHeader
  package private(set) var state: State
  private let prepared: PreparedReducer<State, Action>
  private let dependencies: DependencyValues
  /// The changes of shared values, if the state has any.
  private let timeline: SharedTimeline?
  private let text: EffectText
  private let names: ActionText

  /// Creates a session whose initial state is computed under the dependencies of a replay.
  package convenience init(
    dependencies: [RecordedDependency],
    assemble: @escaping @Sendable () -> AssembledReducer<State, Action>,
    initialState: () -> State
  ) {
    self.init(
      ReplayedApp(
        identity: AppIdentity(name: "", version: "", build: ""), dependencies: dependencies,
        assemble: assemble), initialState: initialState)
  }

  /// Creates a session of an app.
  package init(_ app: ReplayedApp<State, Action>, initialState: () -> State) {
    prepared = PreparedReducer(app)
    header = SessionHeader(
      app: app.identity, state: State.self, action: Action.self, dependencies: app.dependencies,
      recorded: "")
    text = EffectText(header: header)
    names = ActionText(schema: header.schema, type: header.action)
    var dependencies = prepared.dependencies
    timeline = header.sharesValues ? SharedTimeline() : nil
    if let timeline {
      dependencies.sharedScope = .tracked(timeline)
      SharedScope.begin()
    }
    self.dependencies = dependencies
    state = DependencyValues.run(under: dependencies) { initialState() }
  }

  deinit {
    if timeline != nil { SharedScope.end() }
  }

  /// Reduces an action. Its recorded references are to shared values of the state.
  package func reduce(
    _ action: Action, reads: [RecordedRead], references: [UInt8] = []
  ) -> Step {
    let before = state
    let action = withUnsafePointer(to: state) {
      prepared.connecting(action, by: references, in: $0)
    }
    let start = timeline?.position ?? 0
    prepared.reads.answer(reads)
    let effect = DependencyReads.watched {
      DependencyValues.run(under: dependencies) { prepared.reduce(&state, action) }
    }
    _ = prepared.reads.endAnswering()
    var problem = prepared.reads.problem?.description(names: prepared.names)
    if problem == nil, let use = prepared.unrecorded.use(hasWork: effect.sentActions == nil) {
      let names = use.names.joined(separator: ", ")
      problem = "the reducer used dependencies that are not recorded: \(names)"
    }
    let forms: [(Action) -> SentAction] = [
      { SentAction(bytesOf: $0) }, { [names] in .name(names.caseNames(of: $0)) }, { _ in .unknown },
    ]
    timeline?.forget(before: start)
    return Step(
      before: before, after: state,
      view: timeline.map { SharedView(of: $0, from: start, to: $0.position) },
      effects: forms.map { text.text(of: effect.shape($0)) },
      readProblem: problem)
  }

  /// Returns the answer to a read of the dependency with a name, from the text of a value.
  package func read(_ name: String, text: String) throws -> RecordedRead {
    guard let index = header.dependencies.firstIndex(where: { $0.name == name }) else {
      throw UnknownDependency(name: name, known: header.dependencies.map(\.name))
    }
    let type = header.dependencies[index].type
    let value = try ActionText.parseValue(text, as: type, in: header.schema)
    return RecordedRead(dependency: index, bytes: header.schema.bytes(of: value, as: type))
  }

  /// Changes the state without an action. Shared values stay shared by the same references.
  package func change(_ body: (inout State) throws -> Void) rethrows {
    state = try DependencyValues.run(under: dependencies) {
      var changed = state
      try body(&changed)
      return RecordedSharedValues.connecting(changed, like: state)
    }
  }

  /// Returns how the state after a step differs from the state that a test expects.
  ///
  /// `update` changes the state before the step. Its changes of shared values are expectations.
  package func difference(
    of step: Step, expecting update: (inout State) throws -> Void
  ) rethrows -> String? {
    var expected = step.before
    guard let view = step.view else {
      try update(&expected)
      return difference(expected: expected, actual: step.after)
    }
    var dependencies = dependencies
    dependencies.sharedScope = .viewed(view)
    return try DependencyValues.run(under: dependencies) {
      try update(&expected)
      let actual = view.showingActual { step.after.recordedBytes }
      return difference(between: expected.recordedBytes, and: actual) {
        // A copy has the values after the step, with which the expected ones are compared.
        State(decoding: actual).map { TokenComparison.isSame(expected, $0) } ?? false
      }
    }
  }

  package func difference(expected: State, actual: State) -> String? {
    difference(between: expected.recordedBytes, and: actual.recordedBytes) {
      TokenComparison.isSame(expected, actual)
    }
  }

  private func difference(
    between one: [UInt8], and other: [UInt8], unless isSame: () -> Bool
  ) -> String? {
    guard one != other, !isSame() else { return nil }
    var oneDecoder = RecordDecoder(one)
    var otherDecoder = RecordDecoder(other)
    guard
      let expected = try? oneDecoder.decodeValue(of: header.state, in: header.schema),
      let actual = try? otherDecoder.decodeValue(of: header.state, in: header.schema),
      let divergence = StateDivergence(expected: expected, actual: actual, header: header)
    else { return "another state" }
    return ([divergence.path + ":"] + divergence.difference).joined(separator: "\n")
  }

  package func text(of action: Action) -> String {
    let value = header.value(ofAction: action)
    return value.map { text.text(of: $0) } ?? "\(Action.self)"
  }
}

struct UnknownDependency: Error, CustomStringConvertible {
  let name: String
  let known: [String]

  var description: String {
    "no recorded dependency is named '\(name)'; use one of \(known.joined(separator: ", "))"
  }
}
