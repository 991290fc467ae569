import RecordedValues
import ComposableArchitecture
import RecordCoding
import SessionDocument
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Sessions of apps with bindings")
struct BindingReplayTests {
  @Test("Values set by a form are recorded, printed in short form, and replayed")
  func bindings() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try recorder(at: path)
    let store = Store(
      initialState: Form.State(), reducer: { Form() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    store.send(.binding(.set(\.name, "Ada")))
    store.send(.binding(.set(\.address.city, "London")))
    store.send(.set(\.age, 36))
    #expect(store.state == Form.State(name: "Ada", age: 36, address: .init(city: "London")))
    _ = try recorder.finish()

    let reader = try SessionReader(path: path)
    let text = ActionText(schema: reader.header.schema, type: reader.header.action)
    var cursor = try SessionCursor(reader)
    var actions: [String] = []
    while let step = try cursor.next() { actions.append(text.text(of: step.action)) }
    #expect(
      actions == [
        #"binding.name("Ada")"#, #"binding.address_city("London")"#, "binding.age(36)",
      ])
    let report = SessionReplayer(
      ReplayedApp<Form.State, Form.Action>(identity: Session.identity) { Form().assemble() }
    ).replay(path: path)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 3)
  }

  @Test("A binding action can be parsed from its short form")
  func parsing() throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Form.Action.self)
    let text = ActionText(schema: builder.schema, type: type)
    let value = try text.parse(#"binding.address_city("Oslo")"#)
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: builder.schema)
    var decoder = RecordDecoder(encoder.bytes)
    let action: Form.Action = try decoder.decode()
    #expect(action == .binding(.set(\.address.city, "Oslo")))
    #expect(Form.Action.binding(.set(\.address.city, "Oslo")) == action)
    #expect(action != .binding(.set(\.address.city, "Rome")))
    #expect(action != .binding(.set(\.name, "Oslo")))
  }

  @Test("Completions, lists and suggestions offer exactly the bindings that the app accepts")
  func offered() throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Ticket.Action.self)
    let text = ActionText(
      schema: builder.schema, type: type, rejectedCases: builder.rejectedCases)
    func isAccepted(_ line: String) throws -> Bool {
      var encoder = RecordEncoder()
      encoder.encode(try text.parse(line), as: type, in: builder.schema)
      var decoder = RecordDecoder(encoder.bytes)
      return (try? decoder.decode(Ticket.Action.self)) != nil
    }
    let values = [
      "number": "1", "title": "\"x\"", "seats": "2", "venue": "Venue(name: \"x\", capacity: 3)",
      "venue_name": "\"x\"", "venue_capacity": "3", "hall": "nil", "hall_name": "\"x\"",
      "hall_capacity": "3", "home": "Venue(name: \"x\", capacity: 3)", "score": "4", "best": "5",
    ]
    let cases = try #require(
      builder.schema.types.first {
        $0.name.contains("BindingAction<") && $0.name.contains("State")
      }.flatMap { definition in
        if case .enumeration(let cases) = definition.kind { cases.map(\.name) } else { nil }
      })
    let accepted = try cases.filter {
      try isAccepted("binding.\($0)(\(try #require(values[$0], "no value of '\($0)'")))")
    }
    #expect(
      accepted == ["title", "seats", "venue", "venue_name", "hall", "hall_name", "score"])
    #expect(text.catalog.entries.map(\.path) == accepted.map { "binding.\($0)" } + ["closed"])
    let completer = ActionCompleter(text)
    #expect(
      completer.complete("binding.").candidates.map(\.text) == accepted.map { "binding.\($0) = " })
    // An action that has only bindings of constants cannot be completed.
    #expect(
      completer.complete("").candidates.map(\.text)
        == accepted.map { "\($0) = " } + ["closed"])
    let error = #expect(throws: ActionTextError.self) { try text.parse("binding.venue_cap(3)") }
    #expect(error?.description.contains("venue_capacity") == false)
  }

  @Test("A binding of an unrecorded value ends the recording with a message")
  func notRecorded() throws {
    let folder = try TemporaryFolder()
    let failures = LockIsolated<[String]>([])
    let recorder = try recorder(at: folder.file("a.reprise")) { failure in
      failures.withValue { $0.append("\(failure)") }
    }
    let store = Store(initialState: Form.State(), reducer: { Form() }, observer: recorder)
    store.send(.binding(.set(\.name[0], "x")))
    #expect(store.state.name == "x")
    #expect(failures.value.count == 1)
    #expect(failures.value.first?.contains("does not refer to a recorded property") == true)
  }

  @Test(
    "Values set through binding state, computed properties and optionals are recorded and replayed",
    arguments: [
      (.set(\.$nickname, "Lady"), #"binding.nickname("Lady")"#),
      (.set(\.nickname, "Lady"), #"binding.nickname_wrappedValue("Lady")"#),
      (.set(\.isAdult, true), "binding.isAdult(true)"),
      (.set(\.employer, Form.Address(city: "York")), #"binding.employer(Address(city: "York"))"#),
      (.set(\.employer!.city, "Leeds"), #"binding.employer_city("Leeds")"#),
      (.set(\.address.shortCity, "Lo"), #"binding.address_shortCity("Lo")"#),
    ] as [(BindingAction<Form.State>, String)])
  func bindingPaths(action: BindingAction<Form.State>, text shown: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try recorder(at: path) { Issue.record("\($0)") }
    let store = Store(
      initialState: Form.State(), reducer: { Form() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    store.send(.binding(action))
    _ = try recorder.finish()

    let reader = try SessionReader(path: path)
    let text = ActionText(schema: reader.header.schema, type: reader.header.action)
    var cursor = try SessionCursor(reader)
    let step = try #require(try cursor.next())
    #expect(text.text(of: step.action) == shown)
    var encoder = RecordEncoder()
    encoder.encode(step.action, as: reader.header.action, in: reader.header.schema)
    var decoder = RecordDecoder(encoder.bytes)
    let read: Form.Action = try decoder.decode()
    #expect(read == .binding(action))
    let report = SessionReplayer(
      ReplayedApp<Form.State, Form.Action>(identity: Session.identity) { Form().assemble() }
    ).replay(path: path)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 1)
  }

  @Test("A replay that differs sets nothing in an optional that is nil")
  func absentOptional() throws {
    let field = try #require(
      RecordedFields<Form.State>.all.fields.first { $0.name == "employer_city" })
    var encoder = RecordEncoder()
    encoder.encode("Leeds")
    var decoder = RecordDecoder(encoder.bytes)
    let set = try #require(try field.decode(&decoder).set)
    var state = Form.State()
    state.employer = nil
    set(&state)
    #expect(state.employer == nil)
  }

  @Test("Computed properties are not recorded if a value is redacted")
  func redacted() {
    #expect(RecordedFields<Keys>.all.fields.map(\.name) == ["password", "length"])
  }

  private func recorder(
    at path: String, onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void = { _ in }
  ) throws -> SessionRecorder<Form.State, Form.Action> {
    try SessionRecorder(
      path: path, app: Session.identity, initialState: Form.State(),
      recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 }, onFailure: onFailure)
  }
}

@Reducer
struct Form {
  @Recordable
  struct State: Equatable {
    var name = ""
    var age = 0
    var address = Address()
    @BindingState var nickname = ""
    var employer: Address? = Address()
    var isAdult: Bool {
      get { age >= 18 }
      set { age = newValue ? 18 : 0 }
    }
    /// A value that no log can contain.
    var change: (Int) -> Int {
      get { { [age] in $0 + age } }
      set { age = newValue(0) }
    }
    var isChild: Bool { age < 18 }
  }

  @Recordable
  struct Address: Equatable {
    var city = ""
    var shortCity: String {
      get { String(city.prefix(2)) }
      set { city = newValue }
    }
  }

  @Recordable
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@Recordable
struct Keys: Equatable {
  @Redacted var password = ""
  var length = 0
  var spelled: String {
    get { password }
    set { password = newValue }
  }
}

extension String {
  /// A text that is the same for any index, for a key path that isn't a property.
  fileprivate subscript(place: Int) -> String {
    get { self }
    set { self = newValue }
  }
}

/// A feature whose state has properties that cannot be set.
@Reducer
private struct Ticket {
  @Recordable
  struct Venue: Equatable {
    var name = ""
    let capacity: Int
  }

  @Recordable
  struct Stamp: Equatable {
    let number: Int
  }

  @Recordable
  struct State: Equatable {
    let number: Int
    var title = ""
    var seats = 1
    var venue = Venue(capacity: 3)
    var hall: Venue?
    let home = Venue(capacity: 3)
    @Shared(value: 0) var score: Int
    @SharedReader(value: 0) var best: Int

    init(number: Int) { self.number = number }
  }

  @Recordable
  enum Action: Equatable, BindableAction {
    case binding(BindingAction<State>)
    case stamp(BindingAction<Stamp>)
    case closed
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}
