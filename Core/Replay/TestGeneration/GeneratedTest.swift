import Platform
import RecordedValues
import Foundation
import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording
import SessionReplay

/// A builder of a generated test, which writes the source of a log's steps one by one.
struct GeneratedTest<State: Recordable, Action: Recordable> {
  /// Longer functions are hard to read and slow to compile.
  private static var stepsInFunction: Int { 50 }

  private let header: SessionHeader
  private let session: ReducedSession<State, Action>
  private let assertions: GeneratedAssertions<State>
  private let actions: ActionText
  private let effects: EffectText
  private var source: SwiftSource
  private var file: GeneratedFile
  private var statementsInLast = 0
  /// The number of actions so far, by which the test numbers its steps.
  private var stepCount: UInt64 = 0
  private var number: UInt64 = 0
  private var runEffects: GeneratedEffects?
  private var lastScreen: String?
  private let sharedTypes: SharedTypes?
  private let sharedProperties: SharedProperties
  /// The references in the state of `session`; `nil` if its state differs from the recorded one.
  private var references: KnownReferences?

  init(
    _ header: SessionHeader, _ session: ReducedSession<State, Action>, named name: String,
    source appSource: TestSource, assertions: GeneratedAssertions<State>,
    effects runEffects: Result<GeneratedEffects, GeneratedTestObstacle>
  ) {
    self.header = header
    self.session = session
    self.assertions = assertions
    actions = ActionText(schema: header.schema, type: header.action)
    effects = EffectText(header: header)
    let builder = SchemaBuilder(collectsSources: true)
    _ = builder.reference(to: State.self)
    _ = builder.reference(to: Action.self)
    switch runEffects {
    case .success(let effects):
      for type in effects.types { _ = builder.reference(to: type) }
      self.runEffects = effects
    case .failure: break
    }
    source = SwiftSource(schema: header.schema, types: SourceTypes(builder))
    // Only statements about states need references.
    if case .state = assertions { sharedTypes = SharedTypes(header) } else { sharedTypes = nil }
    sharedProperties = SharedProperties(of: header.state, State.self, in: source)
    file = GeneratedFile(name: name, app: appSource)
    if case .failure(let obstacle) = runEffects { file.obstacle = obstacle }
    if case .screen = assertions { file.showsScreen = true }
    if let state = SourceTypes.name(of: State.self), let action = SourceTypes.name(of: Action.self)
    {
      file.storeType = "ReplayTestStore<\(state), \(action)>"
    }
  }

  mutating func text(
    of reader: SessionReader, upTo last: UInt64
  ) throws(SessionReadError) -> String {
    source.use(State.self)
    source.use(Action.self)
    var entries = try SessionEntries(reader, comparing: .none)
    var state = entries.state ?? .product([])
    file.start = changes(from: initialState, to: state)
    resetSession(to: state)
    while entries.number < last, let step = try entries.next() {
      number = step.number
      writeEvents(before: number)
      if step.kind == .action, !step.isUnfinished { stepCount += 1 }
      let next = entries.state ?? state
      write(step, from: state, to: next)
      runEffects?.enter(step: number, numbered: stepCount)
      state = next
    }
    writeEvents(before: .max)
    file.runsEffects = runEffects?.hasEvents ?? false
    file.hasOlderClocks = runEffects?.hasOlderClocks ?? false
    let recorder = "\(header.app) \(header.appVersion) on \(header.recorded)".visible
    return file.text(source: source, recorder: recorder, steps: number)
  }

  private mutating func writeEvents(before step: UInt64) {
    for line in runEffects?.lines(before: step, &source) ?? [] { add([line]) }
  }

  private var initialState: RecordedValue {
    // The conversion succeeds, because the app's types have the same form as the log's.
    header.value(of: session.state) ?? .product([])
  }

  private mutating func changes(from old: RecordedValue, to new: RecordedValue) -> [String] {
    var changes = SourceChanges(source)
    changes.changeState(
      from: old, to: new, as: header.state, State.self, sharing: sharedProperties)
    source = changes.source
    return changes.lines
  }

  private mutating func write(
    _ step: RecordedStep, from old: RecordedValue, to new: RecordedValue
  ) {
    guard step.kind == .action else {
      findReferences(before: references, after: references)
      let change = step.kind == .outsideChange ? changes(from: old, to: new) : []
      if !change.isEmpty { resetSession(to: new) }
      return add(
        ["// \(step.text(actions).visible)"]
          + (change.isEmpty ? [] : GeneratedFile.call("store.changeShared", [], change)))
    }
    var arguments = [source.expression(step.action, as: header.action, Action.self)]
    if step.origin != .sent, let sender = runEffects?.sender { arguments.append("from: \(sender)") }
    var answers = step.reads.map { answer($0) }
    if !step.references.isEmpty {
      let text = Data(step.references).base64EncodedString()
      answers.insert(".references(\(text.quoted))", at: 0)
    }
    if !answers.isEmpty { arguments.append("reading: \(answers.joined(separator: ", "))") }
    if step.isUnfinished {
      return add(
        ["// The app ended in this step when the session was recorded."]
          + GeneratedFile.call("store.sendUnfinished", arguments, []))
    }
    let effect = effects.text(of: step.effect)
    if effect != "none" {
      arguments.append("returning: \(source.constants.naming(in: effect.quoted))")
    }
    let call = step.origin == .sent ? "store.send" : "store.receive"
    switch assertions {
    case .state:
      followReferences(step, to: new)
      add(GeneratedFile.call(call, arguments, changes(from: old, to: new)))
    case .screen(let screen):
      let shown = screen(self.state(after: step, recorded: new))
      var lines = GeneratedFile.call(call, arguments, [])
      if shown != lastScreen { lines += GeneratedFile.expectation(ofScreen: shown) }
      lastScreen = shown
      add(lines)
    }
  }

  private mutating func add(_ lines: [String]) {
    if statementsInLast == Self.stepsInFunction, file.storeType != nil {
      file.functions.append((firstStep: number, lines: []))
      statementsInLast = 0
    }
    file.functions[file.functions.count - 1].lines += lines
    statementsInLast += 1
  }

  private mutating func answer(_ read: RecordedRead) -> String {
    let dependency = header.dependencies[read.dependency]
    var decoder = RecordDecoder(read.bytes)
    var value = try? decoder.decodeValue(of: dependency.type, in: header.schema)
    if dependency.name == RecordedDependency.sharedValues.name, case .data(let bytes)? = value {
      // The type is known from the test, so it is left out.
      value = .data(DescribedValue(content: bytes).withoutDescription.content)
    }
    switch (dependency.name, value) {
    case ("uuid", .uuid(let id)?): return ".uuid(\(source.constants.name(of: id)))"
    case ("date", .date(let bits)?) where !Double(bitPattern: bits).isNaN:
      let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
      return ".date(\(source.constants.name(of: date)))"
    case ("stackElementID", .signed(let number)?): return ".stackElementID(\(number))"
    case ("withRandomNumberGenerator", .unsigned(let number)?): return ".randomNumber(\(number))"
    default:
      let text =
        value.map { ValueText(schema: header.schema).text(of: $0, as: dependency.type) } ?? ""
      return ".read(\(dependency.name.quoted), \(text.quoted))"
    }
  }

  /// Prefers the app's own state if it equals the recorded state, because logs omit some parts.
  private func state(after step: RecordedStep, recorded value: RecordedValue) -> State {
    reduce(step)
    guard let state = try? header.schema.typed(value, as: header.state, State.self),
      session.difference(expected: state, actual: session.state) != nil
    else { return session.state }
    return state
  }
  private func reduce(_ step: RecordedStep) {
    guard let action = try? header.schema.typed(step.action, as: header.action, Action.self) else {
      return
    }
    let reads = step.reads.compactMap { read -> RecordedRead? in
      let name = header.dependencies[read.dependency].name
      return session.header.dependencies.firstIndex { $0.name == name }
        .map { RecordedRead(dependency: $0, bytes: read.bytes) }
    }
    _ = session.reduce(action, reads: reads, references: step.references)
  }
}

// MARK: References to shared values

extension GeneratedTest {
  /// Repeats a step to find the references before and after it. A log has them only in keyframes.
  private mutating func followReferences(_ step: RecordedStep, to new: RecordedValue) {
    let before = references
    if before != nil {
      reduce(step)
      references = knownReferences(in: new)
    }
    findReferences(before: before, after: references)
  }

  /// Looks up references for the next statements. Without them, each position states a change.
  private mutating func findReferences(before: KnownReferences?, after: KnownReferences?) {
    source.findReferences(before: before ?? .none, after: after ?? .none, in: sharedProperties)
  }

  private mutating func resetSession(to value: RecordedValue) {
    guard sharedTypes != nil,
      let state = try? header.schema.typed(value, as: header.state, State.self)
    else { return }
    session.change { $0 = state }
    references = knownReferences(in: value)
  }

  /// Returns the references in the state of the session, if it is the recorded state.
  private func knownReferences(in value: RecordedValue) -> KnownReferences? {
    guard let sharedTypes, header.value(of: session.state) == value else { return nil }
    let supplement = SupplementEncoder(of: session.state)
    return KnownReferences(of: supplement.encoded, in: value, types: sharedTypes)
  }
}
