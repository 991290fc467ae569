import ComposableArchitecture
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// A feature that is not visible outside of this file.
@Reducer(.recordable)
private struct Notes {
  @ObservableState
  struct State: Equatable {
    var notes: [Note] = []
    var pages = Page(items: [0])
    @Presents var destination: Destination.State?
  }

  @Recordable
  struct Note: Equatable {
    var text: String
    var kind = Kind.plain

    @Recordable
    enum Kind: Equatable { case plain, due(inDays: Int) }
  }

  @Recordable
  struct Page<Item: Equatable>: Equatable {
    var items: [Item]
  }

  enum Action {
    case add(Note)
    case destination(PresentationAction<Destination.Action>)
    case edit
    case rename
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let note):
        state.notes.append(note)
        state.pages.items.append(state.notes.count)
      case .destination(.presented(.edit(.done(let note)))):
        state.notes[0] = note
        state.destination = nil
      case .destination:
        break
      case .edit:
        state.destination = .edit(Edit.State(note: state.notes[0]))
      case .rename:
        state.destination = .rename(Rename.State())
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Notes {
  @Reducer(.recordable, state: .equatable)
  enum Destination {
    case edit(Edit)
    case rename(Rename)
  }

  @Reducer(.recordable)
  struct Edit {
    struct State: Equatable {
      var note: Note
      var draft = Draft<Int>()
    }

    enum Action {
      case done(Note)
      case typed(Draft<Int>)
    }

    @Recordable
    struct Draft<Position: Equatable>: Equatable {
      var text = ""
      var position: Position?
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .typed(let draft) = action { state.draft = draft }
        return .none
      }
    }
  }
}

private extension Notes {
  @Reducer(.recordable)
  struct Rename {
    struct State: Equatable { var title = "" }
    enum Action { case typed(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let title): state.title = title
        }
        return .none
      }
    }
  }
}

@MainActor
@Suite("Private features that are recorded and replayed")
struct PrivateFeatureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A private feature is recorded, with types that are nested in it or in its extensions")
  func privateFeature() async throws {
    let report = try await replayOfRecording(
      of: Notes.State(), at: folder.file("notes.reprise")
    ) {
      Notes()
    } perform: { store in
      store.send(.add(Notes.Note(text: "Milk")))
      store.send(.add(Notes.Note(text: "Taxes", kind: .due(inDays: 3))))
      store.send(.edit)
      store.send(.destination(.presented(.edit(.typed(.init(text: "Mil", position: 3))))))
      store.send(.destination(.presented(.edit(.done(Notes.Note(text: "Oats"))))))
      store.send(.rename)
      store.send(.destination(.presented(.rename(.typed("Shopping")))))
      #expect(store.destination?.rename?.title == "Shopping")
      #expect(store.notes[0].text == "Oats")
    }
    #expect(report.verdict.kind == .match, "\(report.verdict)")
    #expect(report.verifiedSteps == 7)
  }
}
