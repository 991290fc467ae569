import ComposableArchitecture
import Testing
import Undo

@MainActor
@Suite("A history of edits in a session log")
struct UndoRecordingTests {
  @Test("What is recorded of an edit is its place alone, however long the history is")
  func changes() {
    let store = Store(initialState: Sketch.State()) { Sketch() }
    var most = 0
    for _ in 1...16 { store.send(.add(1)) }
    for _ in 1...6 {
      let before = store.withState(\.self)
      store.send(.add(1))
      var encoder = RecordEncoder()
      let hasChanged = encoder.encodeChange(from: before, to: store.withState(\.self))
      #expect(hasChanged)
      most = max(most, encoder.bytes.count)
    }
    #expect(most <= 20)
  }

  @Test("A state with a history is read back as it was")
  func wholeState() throws {
    let store = Store(initialState: Sketch.State()) { Sketch() }
    for number in 1...20 { store.send(.add(number)) }
    store.send(.type("a"))
    for _ in 1...3 { store.send(.history(.undo)) }
    let state = store.withState(\.self)
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    #expect(try decoder.decode(Sketch.State.self) == state)
  }
}
