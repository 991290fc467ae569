import ComposableArchitecture
import XCTest

/// A feature as written when shared properties were assigned, and views had actions of their own.
private struct Jukebox: Reducer {
  struct State: Equatable {
    @Shared var songs: [String]
    @BindableState var title = ""
  }

  enum Action: Equatable {
    case cleared
    case view(View)

    enum View: BindableAction, Equatable {
      case addTapped
      case binding(BindingAction<State>)
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: /Action.view)
    Reduce { state, action in
      switch action {
      case .cleared:
        state.songs = []
      case .view(.addTapped):
        state.songs.append(state.title)
        state.songs[0] += "!"
        state.title = ""
      case .view(.binding):
        break
      }
      return .none
    }
  }
}

@MainActor
final class SharedAssignmentTests: XCTestCase {
  func testAssignedSharedValuesReachAllReferences() async {
    let songs = Shared(value: ["Intro"])
    let store = TestStore(initialState: Jukebox.State(songs: songs)) { Jukebox() }
    await store.send(.view(.set(\.$title, "Blob"))) { $0.title = "Blob" }
    await store.send(.view(.addTapped)) {
      $0.songs = ["Intro!", "Blob"]
      $0.title = ""
    }
    XCTAssertEqual(songs.wrappedValue, ["Intro!", "Blob"])
    await store.send(.cleared) { $0.songs.removeAll() }
    XCTAssertEqual(songs.wrappedValue, [])
  }
}
