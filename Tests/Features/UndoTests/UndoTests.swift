import ComposableArchitecture
import ComposableArchitectureTesting
import Testing
import Undo

@MainActor
@Suite("Undo and redo")
struct UndoTests {
  /// Creates a non-exhaustive store. Tests check the history only where it matters.
  private func store(_ count: Int = 0, limit: Int = 50) -> TestStoreOf<Sketch> {
    let store = TestStore(initialState: Sketch.State(count: count)) { Sketch(limit: limit) }
    store.exhaustivity = .off
    return store
  }

  @Test("Edits are undone individually, the last edit first, and redone in order")
  func undoAndRedo() async {
    let store = store()
    await store.send(.add(1))
    await store.send(.add(10))
    await store.send(.history(.undo)) { $0.count = 1 }
    await store.send(.history(.undo)) { $0.count = 0 }
    await store.send(.history(.redo)) { $0.count = 1 }
    await store.send(.history(.redo)) { $0.count = 11 }
    await store.send(.history(.undo)) { $0.count = 1 }
  }

  @Test("Edits of different fields are undone in reverse order")
  func places() async {
    let store = store()
    await store.send(.add(1))
    await store.send(.type("a"))
    await store.send(.add(2))
    await store.send(.history(.undo)) { $0.count = 1 }
    await store.send(.history(.undo)) { $0.text = "" }
    await store.send(.history(.undo)) { $0.count = 0 }
    await store.send(.history(.redo)) { $0.count = 1 }
    await store.send(.history(.redo)) { $0.text = "a" }
  }

  @Test("With nothing to undo or redo, the reducer does not receive the action")
  func nothing() async {
    let store = TestStore(initialState: Sketch.State()) { Sketch() }
    await store.send(.history(.undo))
    await store.send(.history(.redo))
  }

  @Test("The reducer receives the action after an undo or redo")
  func told() async {
    let store = store()
    await store.send(.add(1))
    await store.send(.history(.undo)) { $0.undone = 1 }
    await store.send(.history(.redo)) { $0.undone = 2 }
    await store.send(.history(.redo)) { $0.undone = 2 }
  }

  @Test("A new edit after an undo discards the edits to redo")
  func newEdit() async {
    let store = store()
    await store.send(.add(1))
    await store.send(.add(1))
    await store.send(.history(.undo))
    await store.send(.add(5)) { $0.count = 6 }
    #expect(store.state.history.nextRedo == nil)
    await store.send(.history(.redo)) { $0.count = 6 }
    await store.send(.history(.undo)) { $0.count = 1 }
    await store.send(.history(.undo)) { $0.count = 0 }
  }

  @Test("An action that changes nothing is not an edit, and keeps the edits to redo")
  func noChange() async {
    let store = store()
    await store.send(.add(1))
    await store.send(.history(.undo))
    let history = store.state.history
    await store.send(.add(0))
    #expect(store.state.history == history)
    await store.send(.history(.redo)) { $0.count = 1 }
  }

  @Test("Edits that continue each other are undone together, until endEdit")
  func typing() async {
    let store = store()
    await store.send(.type("o"))
    await store.send(.type("oa"))
    await store.send(.type("oat"))
    await store.send(.endTyping)
    await store.send(.type("oats"))
    await store.send(.history(.undo)) { $0.text = "oat" }
    await store.send(.history(.undo)) { $0.text = "" }
    await store.send(.history(.redo)) { $0.text = "oat" }
  }

  @Test("Typing after an undo is a separate edit")
  func typingAfterUndo() async {
    let store = store()
    await store.send(.type("a"))
    await store.send(.endTyping)
    await store.send(.type("ab"))
    await store.send(.history(.undo)) { $0.text = "a" }
    await store.send(.type("ac"))
    await store.send(.history(.undo)) { $0.text = "a" }
  }

  @Test("Undo restarts no effects, and doesn't affect running effects")
  func effects() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: Sketch.State()) { Sketch(gate: gate) }
    store.exhaustivity = .off
    await store.send(.add(1))
    await store.send(.work) { $0.isWorking = true }
    await store.send(.history(.undo)) {
      $0.isWorking = true
      $0.count = 0
    }
    opener.finish()
    await store.receive(.workEnded(count: 100)) {
      $0.isWorking = false
      $0.count = 100
    }
    await store.send(.history(.undo)) {
      $0.isWorking = false
      $0.count = 0
    }
    await store.finish()
  }

  @Test(
    "A change by an effect is undone like any other change, and redone without the effect")
  func received() async {
    let store = store(7)
    await store.send(.work)
    await store.receive(.workEnded(count: 100)) { $0.count = 100 }
    await store.send(.history(.undo)) { $0.count = 7 }
    await store.send(.history(.redo)) { $0.count = 100 }
    await store.finish()
  }

  @Test("removeAll leaves nothing to undo or redo")
  func forget() async {
    let store = store()
    await store.send(.add(1))
    await store.send(.add(1))
    await store.send(.history(.undo))
    await store.send(.forget)
    #expect(store.state.history == UndoHistory())
    await store.send(.history(.undo)) { $0.count = 1 }
  }

  @Test("nextUndo and nextRedo return the next edits")
  func next() async {
    let store = store(3)
    #expect(store.state.history.isEmpty)
    await store.send(.add(1))
    #expect(store.state.history.nextUndo == .count(3))
    #expect(store.state.history.nextRedo == nil)
    await store.send(.history(.undo))
    #expect(store.state.history.nextUndo == nil)
    #expect(store.state.history.nextRedo == .count(4))
    #expect(!store.state.history.isEmpty)
  }

  @Test(
    "The limit of edits can be undone, and few further edits are kept", arguments: [0, 1, 50])
  func limit(limit: Int) {
    let store = Store(initialState: Sketch.State()) { Sketch(limit: limit) }
    for _ in 1...1_000 { store.send(.add(1)) }
    var undone = 0
    while store.withState({ $0.history.nextUndo }) != nil {
      store.send(.history(.undo))
      undone += 1
    }
    #expect(undone >= limit)
    #expect(undone <= 2 * limit + 40)
    #expect(store.withState(\.count) == 1_000 - undone)
    for _ in 1...undone { store.send(.history(.redo)) }
    #expect(store.withState(\.count) == 1_000)
  }
}
