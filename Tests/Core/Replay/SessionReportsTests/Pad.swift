import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import TestSupport
import Testing

/// The text of changes.
struct Printed: Equatable {
  /// The text in a running app.
  var live: String
  /// The text in a log with a keyframe before the step.
  var logged: String
}

/// A feature that shares the rows of a list, and parts of them.
@Reducer
struct Pad {
  @Recordable
  struct Note: Equatable, Identifiable {
    var id: Int
    var text = ""
  }

  @Recordable
  struct Layout: Equatable {
    @Recordable
    struct Margins: Equatable {
      var left = 0
    }

    var margins = Margins()
  }

  @Recordable
  struct Detail: Equatable {
    @Shared var note: Note
  }

  @Recordable
  struct Form: Equatable {
    @Shared var note: Note
    @Shared var text: String
  }

  @Recordable
  struct Counter: Equatable {
    @Shared var count: Int
  }

  @Recordable
  enum Sheet: Equatable {
    case pick(Shared<Note>)
    case count(of: Shared<Int>)

    var note: Shared<Note>? { if case .pick(let note) = self { note } else { nil } }
  }

  @Recordable
  struct State: Equatable {
    @Shared var notes: IdentifiedArrayOf<Note>
    @Shared var left: Int
    @Shared var right: Int
    @Shared var selected: Note?
    var detail: Detail?
    var form: Form?
    var details: [Detail] = []
    var sheet: Sheet?
    var counter: Counter?
    var counts: [Shared<Int>] = []
    var named: [String: Shared<Note>] = [:]
    @Shared var layout: Layout
    var margin: Shared<Int>?
  }

  @Recordable
  enum Action: Equatable {
    case show(Int)
    case rename(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show(let id): state.show(id)
      case .rename(let text): state.detail?.$note.withLock { $0.text = text }
      }
      return .none
    }
  }

  @MainActor
  static func record(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("pad.reprise")
    let start = State()
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: AppIdentity(name: "Pad", version: "1", build: "test"),
      initialState: start, recorded: "", milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: start, reducer: { Pad() }, withDependencies: { recorder.install(in: &$0) },
      observer: recorder)
    store.send(.show(1))
    store.send(.rename("a"))
    _ = try recorder.finish()
    return path
  }
}

extension Pad.State {
  init(left: Shared<Int> = Shared(value: 0), right: Shared<Int> = Shared(value: 0)) {
    self.init(
      notes: Shared(value: [Pad.Note(id: 1, text: "one"), Pad.Note(id: 2, text: "two")]),
      left: left, right: right, selected: Shared(value: nil),
      layout: Shared(value: Pad.Layout()))
  }

  mutating func show(_ id: Int) {
    detail = Shared($notes[id: id]).map { Pad.Detail(note: $0) }
  }

  mutating func edit(_ id: Int) {
    guard let note = Shared($notes[id: id]) else { return }
    form = Pad.Form(note: note, text: note.text)
    details = [Pad.Detail(note: note)]
  }

  func text(of id: Int) -> Shared<String> {
    Shared($notes[id: id])?.text ?? Shared(value: "")
  }

  /// Returns the changes as a running app and a log print them. The last keyframe of the log is
  /// after `start`, or before the changes.
  @MainActor
  func printed(after start: Self? = nil, _ change: (inout Self) -> Void) -> Printed {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Self.self)
    let schema = builder.schema
    guard
      let types = SharedTypes(
        state: type, schema: schema, fields: builder.sharedFields,
        supplements: builder.supplements)
    else { return Printed(live: "", logged: "") }
    func value(_ state: Self) -> RecordedValue {
      var decoder = RecordDecoder(state.recordedBytes)
      return (try? decoder.decodeValue(of: type, in: schema)) ?? .none
    }
    func references(_ state: Self) -> KnownReferences {
      KnownReferences(
        of: SupplementEncoder(of: state).encoded, in: value(state), types: types)
    }
    let (before, keyframe) = (value(self), references(start ?? self))
    var state = self
    change(&state)
    let after = value(state)
    let changes = StateChange.all(from: before, to: after, as: type, in: schema)
    func text(_ known: KnownReferences) -> String {
      StateChange.text(
        of: StateChange.merged(changes, in: after, types: types) { known }, in: schema)
    }
    return Printed(live: text(references(state)), logged: text(keyframe))
  }
}
