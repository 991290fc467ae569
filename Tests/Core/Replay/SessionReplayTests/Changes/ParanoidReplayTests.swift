import ComposableArchitecture
import RecordCoding
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Replays that compare whole states")
struct ParanoidReplayTests {
  struct Careless: Recordable, Sendable {
    var count = 0
    var forgotten = 0

    init() {}

    static func describe(in schema: SchemaBuilder) -> TypeReference {
      schema.structure(Self.self) { type in
        type.field("count", \.count)
        type.field("forgotten", \.doubled)
      }
    }

    private var doubled: Int { forgotten }

    func record(into encoder: inout RecordEncoder) {
      encoder.encode(count)
      encoder.encode(forgotten)
    }

    init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
      count = try decoder.decode()
      forgotten = try decoder.decode()
    }

    func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
      let product = encoder.openProduct(fieldCount: 2)
      encoder.field(0, of: product, from: old.count, to: count)
      return encoder.close(product)
    }
  }

  @Recordable
  struct State {
    var part = Careless()
  }

  @Recordable
  enum Action {
    case add
  }

  private nonisolated func reducer(_ forgotten: Int) -> Reduce<State, Action> {
    Reduce { state, _ in
      state.part.count += 1
      if state.part.count == 2 { state.part.forgotten += forgotten }
      return .none
    }
  }

  @Test("A comparison of whole states finds a difference that a type omits from its changes")
  func wholeStates() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: Session.identity, initialState: State(), recorded: "2026-01-01T00:00:00Z",
      milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: State(), reducer: { reducer(0) },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for _ in 1...3 { store.send(.add) }
    _ = try recorder.finish()

    for (forgotten, isParanoid, step) in [
      (0, false, nil), (0, true, nil), (5, false, nil), (5, true, 2),
    ] as [(Int, Bool, UInt64?)] {
      var replayer = SessionReplayer(
        ReplayedApp<State, Action>(identity: Session.identity) { reducer(forgotten).assemble() })
      replayer.isParanoid = isParanoid
      let report = replayer.replay(path: path)
      #expect(report.verdict.divergence?.step == step)
      if step == nil { #expect(report.verdict.name == "match") }
    }
  }
}
