import RecordedValues
import SessionRecording
import ComposableArchitecture
import RecordCoding
import Testing

@MainActor
@Suite("Navigation state in session logs", .ownStackElementIDs)
struct NavigationRecordableTests {
  @Recordable
  struct State: Equatable {
    @Presents var screen: Screen.State?
    // The fields have no initial values, because decoding must not depend on them.
    var name: String
    @PresentationState var alert: AlertState<Screen.Action>?
    var path = StackState<Screen.State>()
    @Presents var place: Place.State?
  }

  @Recordable
  enum Action: Equatable {
    case screen(PresentationAction<Screen.Action>)
    case path(StackActionOf<Screen>)
  }

  @Reducer(state: .equatable, .recordable, action: .equatable, .recordable)
  enum Place {
    case screen(Screen)
    case alert(AlertState<Screen.Action>)
    case nowhere
  }

  private var states: [State] {
    var states = [State(name: "a")]
    func add(_ change: (inout State) -> Void) {
      var state = states[states.count - 1]
      change(&state)
      states.append(state)
    }
    add { $0.screen = Screen.State() }
    add { $0.screen?.count = 5 }
    add { $0.path.append(Screen.State()) }
    add { $0.path.append(Screen.State(count: 2)) }
    add { $0.path[id: 1]?.count = 3 }
    add { $0.alert = AlertState { TextState("Sure?").bold() } }
    add { $0.path.pop(from: 0) }
    add { $0.place = .screen(Screen.State()) }
    add { $0.place = .alert(AlertState(title: TextState("No"))) }
    add { $0.place = .nowhere }
    add { $0 = State(name: "b") }
    return states
  }

  @Test("States are read back as they were written")
  func values() throws {
    for state in states { #expect(try copy(of: state) == state) }
  }

  private func copy<Value: Recordable>(of value: Value) throws -> Value {
    var encoder = RecordEncoder()
    encoder.encode(value)
    #expect(encoder.failure == nil)
    var decoder = RecordDecoder(encoder.bytes)
    let copy = try decoder.decode(Value.self)
    #expect(decoder.isAtEnd)
    return copy
  }

  @Test(
    "Dialogs print without the types of their parts, and parse back",
    arguments: [
      (AlertState { TextState("Sure?") }, #"Alert("Sure?")"#),
      (
        AlertState {
          TextState("Delete?")
        } actions: {
          ButtonState(role: .destructive, action: .increment) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep") }
        } message: {
          TextState("It \"is\" old")
        },
        #"Alert("Delete?", message: "It \"is\" old", buttons: [Button("Delete", "#
          + #"action: .increment, role: .destructive), Button("Keep", role: .cancel)])"#
      ),
      (
        AlertState { TextState("Sure?").bold() },
        #"Alert(TextState(pieces: [Piece(content: "Sure?", styles: [.bold])]))"#
      ),
    ] as [(AlertState<Screen.Action>, String)])
  func dialogText(alert: AlertState<Screen.Action>, text: String) throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: AlertState<Screen.Action>.self)
    var encoder = RecordEncoder()
    encoder.encode(alert)
    var decoder = RecordDecoder(encoder.bytes)
    let value = try decoder.decodeValue(of: type, in: builder.schema)
    #expect(ValueText(schema: builder.schema).text(of: value, as: type) == text)
    #expect(try ActionText.parseValue(text, as: type, in: builder.schema) == value)
  }

  @Test("A dialog can be typed in full, and an error in its short form is named")
  func typedDialogs() throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: AlertState<Screen.Action>.self)
    func parse(_ text: String) throws -> RecordedValue {
      try ActionText.parseValue(text, as: type, in: builder.schema)
    }
    #expect(
      try parse(#"AlertState(buttons: [], message: nil, title: "Sure?")"#)
        == parse(#"Alert("Sure?")"#))
    for text in [
      "Alert()", #"Alert(message: "a")"#, #"Alert("a", "b")"#, #"Alert("a", message: 1)"#,
      #"Alert("a", buttons: [Button(role: .cancel)])"#, #"Button("a")"#,
    ] {
      #expect(throws: ActionTextError.self) { try parse(text) }
    }
  }

  @Test("Changes detected in place are the same as the encoded changes")
  func changesInPlace() {
    let track = StateTrack(State(name: "a"))
    var old = State(name: "a")
    for var state in states {
      var expected = RecordEncoder()
      let hasChanged = expected.encodeChange(from: old, to: state)
      var actual = RecordEncoder()
      #expect(track.advance(to: &state, into: &actual) == hasChanged)
      #expect(actual.bytes == expected.bytes)
      #expect(track.state == state)
      old = state
    }
  }

  @Test("A change turns the old state into the new one, and equal states have no change")
  func changes() throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: State.self)
    func dynamic(_ state: State) throws -> RecordedValue {
      var encoder = RecordEncoder()
      encoder.encode(state)
      var decoder = RecordDecoder(encoder.bytes)
      return try decoder.decodeValue(of: type, in: builder.schema)
    }
    for (old, new) in zip(states, states.dropFirst()) {
      var value = try dynamic(old)
      var change = RecordEncoder()
      let hasChanged = change.encodeChange(from: old, to: new)
      #expect(hasChanged)
      var decoder = RecordDecoder(change.bytes)
      try value.apply(change: &decoder, as: type, in: builder.schema)
      #expect(try value == dynamic(new))
      for same in [old, try copy(of: old)] {
        var encoder = RecordEncoder()
        let hasChanged = encoder.encodeChange(from: old, to: same)
        #expect(!hasChanged)
        #expect(encoder.bytes == [])
      }
    }
  }

  @Test("A presentation is described as an optional, and a stack as identities with states")
  func schema() throws {
    let builder = SchemaBuilder()
    let screen = builder.reference(to: Screen.State.self)
    #expect(builder.reference(to: PresentationState<Screen.State>.self) == .optional(screen))
    #expect(builder.reference(to: StackElementID.self) == .signed(bits: 64))
    guard
      case .list(.identifiedArray, .named(let place)) =
        builder.reference(to: StackState<Screen.State>.self)
    else {
      Issue.record("a stack is not described as an identified array")
      return
    }
    #expect(
      builder.schema.types[place].kind
        == .structure([RecordField("id", .signed(bits: 64)), RecordField("state", screen)]))
  }

  @Test(
    "Actions are written and parsed as text",
    arguments: [
      (Action.screen(.dismiss), "screen.dismiss"),
      (.screen(.presented(.increment)), "screen.presented.increment"),
      (.path(.popFrom(id: 3)), "path.popFrom(id: 3)"),
      (.path(.element(id: 1, action: .increment)), "path[id: 1].increment"),
    ])
  func text(action: Action, text: String) throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Action.self)
    let actionText = ActionText(schema: builder.schema, type: type)
    var encoder = RecordEncoder()
    encoder.encode(action)
    var decoder = RecordDecoder(encoder.bytes)
    let value = try decoder.decodeValue(of: type, in: builder.schema)
    #expect(actionText.text(of: value) == text)
    #expect(try actionText.parse(text) == value)
  }

  @Test(
    "Actions are read back as they were written",
    arguments: [
      Action.screen(.dismiss), .screen(.presented(.increment)),
      .path(.element(id: 1, action: .close)), .path(.popFrom(id: 3)),
      .path(.push(id: 2, state: Screen.State(count: 1))),
    ])
  func actions(action: Action) throws {
    #expect(try copy(of: action) == action)
  }

  @Test("Reading a stack with a repeated identity fails")
  func repeatedIdentity() {
    var encoder = RecordEncoder()
    encoder.append(count: 2)
    for _ in 0..<2 {
      encoder.encode(1)
      encoder.encode(Screen.State())
    }
    var decoder = RecordDecoder(encoder.bytes)
    #expect(throws: RecordDecodingError.self) {
      try decoder.decode(StackState<Screen.State>.self)
    }
  }
}
