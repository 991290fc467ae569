import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Recordings that fail")
struct RecordingFailureTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A folder that cannot be created is reported once, and the store continues to work")
  func noFolder() throws {
    try folder.write("a file", as: "file")
    let app = Recorded(in: URL(folder, "file/sessions"))
    for number in 1...1_000 { app.store.send(.add(number)) }
    #expect(app.store.state.total == 500_500)
    #expect(app.failures.list.map(\.reason) == [.storage])
    #expect(app.failures.list.first?.log == nil)
    #expect(app.failures.list.first?.description.contains("file/sessions") == true)
    #expect(!app.recorder.isRecording)
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.count == 1)
  }

  @Test("A value that cannot be recorded is reported once, and the steps before it are kept")
  func badValue() throws {
    let failures = Recorded.Failures()
    let recorder = SessionRecorderOf<Nesting>(app: Session.identity, folder: URL(folder)) {
      failures.append($0)
    }
    let store = Store(initialState: Nesting.State(), recorder: recorder) { Nesting() }
    for depth in [1, 2, 3, 1_000, 4, 5] { store.send(.nest(depth)) }
    #expect(store.state.nest.depth == 5)
    #expect(failures.list.map(\.reason) == [.value])
    #expect(!recorder.isRecording)
    let left = try #require(SessionRecorderOf<Nesting>.recoverable(in: URL(folder)).first)
    #expect(left.file == failures.list.first?.log)
    #expect(left.stepCount >= 3)
    recorder.start()
    store.send(.nest(6))
    #expect(recorder.isRecording)
    #expect(recorder.stop() != nil)
    #expect(failures.list.count == 1)
  }

  @Test("A second store is rejected, and the recording of the first store continues")
  func secondStore() throws {
    let app = Recorded(in: URL(folder))
    let second = Store(initialState: Notebook.State(), recorder: app.recorder) { Notebook() }
    #expect(app.failures.list.map(\.reason) == [.usage])
    app.store.send(.add(1))
    second.send(.add(5))
    app.store.send(.add(1))
    #expect(second.state.total == 5)
    #expect(replayed(try #require(app.recorder.stop())).verifiedSteps == 2)
  }

  @Test("If the app requests it, secrets that could get into the log end the recording")
  func secretsAtRisk() throws {
    var options = SessionRecordingOptions()
    options.refusesSecretsAtRisk = true
    let failures = Recorded.Failures()
    let recorder = SessionRecorderOf<Safe>(
      app: Session.identity, folder: URL(folder), options: options
    ) { failures.append($0) }
    let store = Store(initialState: Safe.State(), recorder: recorder) { Safe() }
    store.send(.typed(1))
    #expect(failures.list.map(\.reason) == [.secrets])
    #expect(try folder.names() == [])
  }
}

/// A feature whose state can be nested too deeply to be recorded.
@Reducer
struct Nesting {
  @Recordable
  struct State: Equatable {
    var nest = Nest.leaf
  }

  @Recordable
  indirect enum Nest: Equatable {
    case leaf
    case inner(Nest)

    var depth: Int {
      var (depth, nest) = (0, self)
      while case .inner(let inner) = nest { (depth, nest) = (depth + 1, inner) }
      return depth
    }
  }

  @Recordable
  enum Action { case nest(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nest(let depth):
        state.nest = (0..<depth).reduce(.leaf) { nest, _ in .inner(nest) }
        return .none
      }
    }
  }
}

/// A feature with a secret number, and with an action whose payload is not marked.
@Reducer
struct Safe {
  @Recordable
  struct State: Equatable {
    @Redacted var pin = 0
  }

  @Recordable
  enum Action { case typed(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let pin):
        state.pin = pin
        return .none
      }
    }
  }
}
