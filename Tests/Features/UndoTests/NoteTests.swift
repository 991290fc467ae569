import ComposableArchitecture
import ComposableArchitectureTesting
import Testing
import Undo

/// The example from the tutorial.
@Reducer
struct NoteFeature {
  @Recordable
  struct State: Equatable, Sendable {
    var text = ""
    var history = UndoHistory<Edit>()
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case textChanged(String)
    case history(UndoAction)
  }

  @Recordable
  enum Edit: UndoableEdit {
    case text(String)

    static func edit(by action: NoteFeature.Action, in state: NoteFeature.State) -> Self? {
      if case .textChanged = action { .text(state.text) } else { nil }
    }

    mutating func exchange(with state: inout NoteFeature.State) {
      switch self {
      case .text(var text):
        swap(&text, &state.text)
        self = .text(text)
      }
    }

    // Typing is undone as a whole.
    func continues(_ previous: Self) -> Bool { true }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .textChanged(let text) = action { state.text = text }
      return .none
    }
    .undoable(history: \.history, action: \.history)
  }
}

@MainActor
@Suite("Undo in a note")
struct NoteTests {
  @Test("A test states the edits that it expects")
  func edits() async {
    let store = TestStore(initialState: NoteFeature.State()) { NoteFeature() }
    await store.send(.textChanged("a")) {
      $0.text = "a"
      $0.history.add(.text(""))
    }
    await store.send(.textChanged("ab")) { $0.text = "ab" }
    store.exhaustivity = .off
    await store.send(.history(.undo)) { $0.text = "" }
    await store.send(.history(.redo)) { $0.text = "ab" }
  }
}
