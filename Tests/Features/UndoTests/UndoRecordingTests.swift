import ComposableArchitecture
import Testing
import Undo

@MainActor
@Suite("A history of edits in a session log")
struct UndoRecordingTests {
  private func store() -> StoreOf<Sketch> {
    Store(initialState: Sketch.State()) { Sketch() }
  }

  private func decoded(_ state: Sketch.State) throws -> Sketch.State {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode()
  }

  @Test("Each edit records the same two bytes")
  func changes() {
    let store = store()
    store.send(.type("a"))
    var changes: Set<[UInt8]> = []
    for _ in 1...30 {
      let before = store.withState(\.history)
      store.send(.add(1))
      var encoder = RecordEncoder()
      let hasChanged = encoder.encodeChange(from: before, to: store.withState(\.history))
      #expect(hasChanged)
      changes.insert(encoder.bytes)
    }
    #expect(changes.count == 1)
    #expect(changes.first?.count == 2)
  }

  @Test("A decoded history is equal and has the same counts, but no edits")
  func wholeState() throws {
    let store = store()
    for number in 1...20 { store.send(.add(number)) }
    for _ in 1...3 { store.send(.history(.undo)) }
    let state = try decoded(store.withState(\.self))
    #expect(state == store.withState(\.self))
    #expect(state.history.canUndo)
    #expect(state.history.canRedo)
    #expect(state.history.nextUndo == nil)
  }

  @Test("A decoded history cannot undo unknown edits, but can undo later ones")
  func unknown() throws {
    let store = store()
    store.send(.add(1))
    let state = try decoded(store.withState(\.self))
    let continued = Store(initialState: state) { Sketch() }
    continued.send(.add(10))
    continued.send(.history(.undo))
    #expect(continued.withState(\.count) == 1)
    continued.send(.history(.undo))
    #expect(continued.withState(\.count) == 1)
    #expect(continued.withState(\.history.canUndo))
  }

  @Test("Histories with different edits or counts are not equal")
  func equality() {
    var one = UndoHistory<Sketch.Edit>()
    var other = one
    one.add(.count(1))
    #expect(one != other)
    other.add(.count(2))
    #expect(one != other)
    #expect(one == one)
  }

  @Test("A negative count of edits is rejected")
  func negative() {
    var encoder = RecordEncoder()
    encoder.encode(-1)
    encoder.encode(0)
    var decoder = RecordDecoder(encoder.bytes)
    #expect(throws: RecordDecodingError.self) {
      try decoder.decode(UndoHistory<Sketch.Edit>.self)
    }
  }
}
