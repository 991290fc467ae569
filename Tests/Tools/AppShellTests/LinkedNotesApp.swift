import AppShell
import ComposableArchitecture
import Foundation

/// An app with a list in a file. A detail and a sheet have an element of the list, and actions
/// carry references.
struct LinkedNotesApp: ShellApp {
  static let name = "LinkedNotes"
  static let version = "1"
  static var initialState: LinkedNotes.State { LinkedNotes.State() }
  static var feature: LinkedNotes { LinkedNotes() }

  static func screen(of state: LinkedNotes.State) -> String {
    let detail = state.detail.map { "> \($0.note.text)" }
    let sheet = state.sheet.map { "^ \($0.note.text)" }
    return (state.notes.map { "\($0.id) \($0.text)" } + [detail, sheet].compactMap { $0 })
      .joined(separator: "\n")
  }
}

@Recordable
struct LinkedNote: Codable, Equatable, Identifiable {
  let id: Int
  var text = ""
}

extension SharedReaderKey where Self == FileStorageKey<IdentifiedArrayOf<LinkedNote>>.Default {
  static var linkedNotes: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "linked-notes.json")), default: []]
  }
}

@Reducer
struct LinkedDetail {
  @Recordable
  struct State: Equatable {
    @Shared var note: LinkedNote
  }

  @Recordable
  enum Action: Equatable {
    case typed(String)
    case deleteTapped
    case shareTapped
    case delegate(Delegate)
  }

  @Recordable
  enum Delegate: Equatable {
    case show(Shared<LinkedNote>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text): state.$note.withLock { $0.text = text }
      case .deleteTapped:
        @Shared(.linkedNotes) var notes
        $notes.withLock { _ = $0.remove(id: state.note.id) }
      case .shareTapped: return .send(.delegate(.show(state.$note)))
      case .delegate: break
      }
      return .none
    }
  }
}

@Reducer
struct LinkedNotes {
  @Recordable
  struct State: Equatable {
    @Shared(.linkedNotes) var notes
    @Presents var detail: LinkedDetail.State?
    @Presents var sheet: LinkedDetail.State?
  }

  @Recordable
  enum Action: Equatable {
    case add(String)
    case open(Int)
    case clear
    case detail(PresentationAction<LinkedDetail.Action>)
    case sheet(PresentationAction<LinkedDetail.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let text):
        state.$notes.withLock { _ = $0.append(LinkedNote(id: $0.count, text: text)) }
      case .open(let id):
        state.detail = Shared(state.$notes[id: id]).map { LinkedDetail.State(note: $0) }
      case .clear:
        @Shared(.linkedNotes) var notes
        $notes.withLock { $0 = [] }
      case .detail(.presented(.delegate(.show(let note)))): state.sheet = .init(note: note)
      case .detail, .sheet: break
      }
      return .none
    }
    .ifLet(\.$detail, action: \.detail) { LinkedDetail() }
    .ifLet(\.$sheet, action: \.sheet) { LinkedDetail() }
  }
}
