import ComposableArchitecture
import Undo

/// A feature with a number, a text and an effect, whose edits can be undone.
@Reducer
struct Sketch {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
    var text = ""
    var isWorking = false
    var undone = 0
    var history = UndoHistory<Edit>()
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add(Int)
    case type(String)
    case endTyping
    case work
    case workEnded(count: Int)
    case forget
    case history(UndoAction)
  }

  @Recordable
  enum Edit: UndoableEdit {
    case count(Int)
    case text(String)

    static func edit(by action: Action, in state: State) -> Self? {
      switch action {
      case .add, .workEnded: .count(state.count)
      case .type: .text(state.text)
      case .work, .endTyping, .forget, .history: nil
      }
    }

    mutating func exchange(with state: inout State) {
      switch self {
      case .count(var count):
        swap(&count, &state.count)
        self = .count(count)
      case .text(var text):
        swap(&text, &state.text)
        self = .text(text)
      }
    }

    func continues(_ previous: Self) -> Bool {
      switch (self, previous) {
      case (.text, .text): true
      default: false
      }
    }
  }

  var limit = 50
  /// The stream that keeps the effect running until it finishes.
  var gate = AsyncStream<Void>.finished

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      case .type(let text): state.text = text
      case .endTyping: state.history.endEdit()
      case .work:
        state.isWorking = true
        return .run { [gate] send in
          for await _ in gate {}
          await send(.workEnded(count: 100))
        }
      case .workEnded(let count):
        state.isWorking = false
        state.count = count
      case .forget: state.history.removeAll()
      case .history: state.undone += 1
      }
      return .none
    }
    .undoable(history: \.history, action: \.history, limit: limit)
  }
}
