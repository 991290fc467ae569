import ComposableArchitectureTesting
import Testing

/// A feature with large actions.
@Reducer
private struct Archive {
  struct State: Equatable {}

  struct Document: Equatable {
    var title = "Title"
    var author = "Blob"
    var pages = 1
    var language = "en"
    var text = "Lorem ipsum"
  }

  enum Action: Equatable {
    case load
    case page(PresentationAction<Page>)
  }

  enum Page: Equatable { case documents([Document]) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load: .send(.page(.presented(.documents([Document(), Document(pages: 2)]))))
      case .page: .none
      }
    }
  }
}

@MainActor
@Suite("Received actions that differ from the expected actions")
struct UnexpectedActionTests {
  @Test("The failure shows the difference within the action, and other elements without contents")
  func difference() async {
    let failures = await failures {
      let store = TestStore(initialState: Archive.State()) { Archive() }
      await store.send(.load)
      let documents = [Archive.Document(), Archive.Document()]
      await store.receive(.page(.presented(.documents(documents))))
    }
    #expect(
      failures.map(\.message) == [
        """
        Received unexpected action:

            \u{2007} Archive.Action.page(
            \u{2007}   .presented(
            \u{2007}     .documents(
            \u{2007}       [
            \u{2007}         [0]: Archive.Document(…),
            \u{2007}         [1]: Archive.Document(
            \u{2007}           title: "Title",
            \u{2007}           author: "Blob",
            −           pages: 1,
            +           pages: 2,
            \u{2007}           language: "en",
            \u{2007}           text: "Lorem ipsum"
            \u{2007}         )
            \u{2007}       ]
            \u{2007}     )
            \u{2007}   )
            \u{2007} )

        (Expected: −, Received: +)
        """
      ])
  }
}
