import ComposableArchitecture
import Foundation

/// A feature with each kind of child: rows, a stack, a destination, and an optional feature.
@Reducer
struct Shop {
  @Reducer(.recordable, state: .equatable, action: .equatable)
  enum Destination {
    case edit(Item)
    case question(AlertState<Answer>)

    @CasePathable
    @Recordable
    enum Answer: Equatable {
      case keep
      case delete(count: Int)
    }
  }

  @Reducer(.recordable, state: .equatable, action: .equatable)
  enum Path {
    case detail(Item)
    case help(Help)
  }

  @Recordable
  enum Theme: Equatable { case light, dark }

  @ObservableState
  @Recordable
  struct State: Equatable {
    var name = ""
    var isOpen = false
    var theme = Theme.light
    var items: IdentifiedArrayOf<Item.State> = []
    var panel = Panel.State()
    var draft: Item.State?
    var shownHelp: Help.State?
    var path = StackState<Path.State>()
    @Presents var destination: Destination.State?
  }

  @Recordable
  enum Action: BindableAction, Equatable {
    case add
    case ask
    case edit
    case open
    case show
    case rename(String)
    case pick(id: Int)
    case remove(IndexSet)
    case theme(Theme)
    case binding(BindingAction<State>)
    case items(IdentifiedActionOf<Item>)
    case panel(Panel.Action)
    case draft(Item.Action)
    case help(Help.Action)
    case path(StackActionOf<Path>)
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.panel, action: \.panel) { Panel() }
    Reduce { state, action in
      switch action {
      case .add: state.items.append(Item.State(id: (state.items.last?.id ?? 0) + 1))
      case .ask:
        state.destination = .question(
          state.items.isEmpty ? .keep : .delete(count: state.items.count))
      case .edit:
        state.draft = state.draft == nil ? Item.State(id: 0) : nil
        state.destination = .edit(Item.State(id: 0))
      case .open: state.path.append(.detail(Item.State(id: state.path.count)))
      case .show:
        state.shownHelp = state.shownHelp == nil ? Help.State() : nil
        state.path.append(.help(Help.State()))
      case .rename(let name): state.name = name
      case .pick(let id): state.items[id: id]?.isBought.toggle()
      case .remove(let indices): state.items.remove(atOffsets: indices)
      case .theme(let theme): state.theme = theme
      case .binding, .items, .panel, .draft, .help, .path, .destination: break
      }
      return .none
    }
    .forEach(\.items, action: \.items) { Item() }
    .forEach(\.path, action: \.path)
    .ifLet(\.draft, action: \.draft) { Item() }
    .ifLet(\.shownHelp, action: \.help) { Help() }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState where Action == Shop.Destination.Answer {
  static var keep: Self {
    AlertState {
      TextState("Keep?")
    } actions: {
      ButtonState(action: .keep) { TextState("Keep") }
    }
  }

  static func delete(count: Int) -> Self {
    AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .cancel) { TextState("Cancel") }
      ButtonState(action: .keep) { TextState("Keep") }
      ButtonState(action: .delete(count: count)) { TextState("Delete") }
    }
  }
}

@Reducer
struct Item {
  @Recordable
  struct State: Equatable, Identifiable {
    let id: Int
    var isBought = false
    var note = ""
  }

  @Recordable
  enum Action: Equatable {
    case bought
    case note(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .bought: state.isBought.toggle()
    case .note(let note): state.note = note
    }
    return .none
  }
}

@Reducer
struct Panel {
  @Recordable
  struct State: Equatable {
    var taps = 0
  }

  @Recordable
  enum Action: Equatable { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.taps += 1
    return .none
  }
}

@Reducer
struct Help {
  @Recordable
  struct State: Equatable {
    var page = 0
  }

  @Recordable
  enum Action: Equatable { case closed }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.page += 1
    return .none
  }
}
