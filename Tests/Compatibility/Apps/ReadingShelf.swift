import ComposableArchitecture
import Foundation

/// A shelf of books. A book opens on the shelf's own stack.
@Reducer(.recordable)
struct ShelfFeature {
  // Destinations in the form before enumerations of reducers: the state has no case paths.
  struct Destination: Reducer {
    @Recordable
    enum State: Equatable { case adding(AddBook.State) }

    @Recordable
    enum Action { case adding(AddBook.Action) }

    @available(*, deprecated)
    var body: some Reducer<State, Action> {
      Scope(state: /State.adding, action: /Action.adding) {
        AddBook()
      }
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var sheet: Sheet.State?
    let name: String
    var path = StackState<BookFeature.State>()
    var titles: [String] = []
  }

  // Destinations in their current form.
  @Reducer(.recordable, state: .equatable)
  enum Sheet {
    case alert(AlertState<Alert>)

    @CasePathable
    @Recordable
    enum Alert { case retryTapped }
  }

  enum Action: ViewAction {
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<BookFeature>)
    case sheet(PresentationAction<Sheet.Action>)
    case titlesLoaded(Result<[String], any Error>)
    case view(View)

    @CasePathable
    @Recordable
    enum Delegate { case read(pages: Int) }

    @CasePathable
    @Recordable
    enum View {
      case addButtonTapped
      case bookTapped(String)
      case task
    }
  }

  @Dependency(\.bookCatalog) private var bookCatalog

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate, .path, .sheet(.dismiss):
        return .none
      case .destination(.presented(.adding(.added(let title)))):
        state.titles.append(title)
        state.destination = nil
        return .none
      case .destination:
        return .none
      case .sheet(.presented(.alert(.retryTapped))), .view(.task):
        return load(state.name)
      case .titlesLoaded(.success(let titles)):
        state.titles = titles
        return .none
      case .titlesLoaded(.failure):
        state.sheet = .alert(
          AlertState {
            TextState("The shelf cannot be loaded.")
          } actions: {
            ButtonState(action: .retryTapped) { TextState("Try again") }
          })
        return .none
      case .view(.addButtonTapped):
        state.destination = .adding(AddBook.State())
        return .none
      case .view(.bookTapped(let title)):
        state.path.append(BookFeature.State(title: title))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination) {
      Destination()
    }
    .ifLet(\.$sheet, action: \.sheet)
    .forEach(\.path, action: \.path) {
      BookFeature()
    }
    .onChange(of: \.pagesRead) { oldValue, state in
      guard state.pagesRead > oldValue else { return .none }
      return .send(.delegate(.read(pages: state.pagesRead - oldValue)))
    }
  }

  private func load(_ name: String) -> Effect<Action> {
    .run { send in
      await send(.titlesLoaded(Result { try await bookCatalog.titles(shelf: name) }))
    }
  }
}

extension ShelfFeature.State {
  /// The pages that were read in the open books.
  var pagesRead: Int { path.map(\.page).reduce(0, +) }
}

/// A form for a new book.
@Reducer(.recordable)
struct AddBook {
  @ObservableState
  struct State: Equatable { var title = "" }

  enum Action: BindableAction {
    case added(String)
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .saveButtonTapped = action, !state.title.isEmpty {
        return .send(.added(state.title))
      }
      return .none
    }
  }
}

/// A book whose pages are turned until it is closed.
@Reducer(.recordable)
struct BookFeature {
  @ObservableState
  struct State: Equatable {
    var isGoalReached = false
    var page = 0
    @SharedReader(.inMemory("readingPreferences")) var preferences = ReadingPreferences()
    let title: String
  }

  enum Action {
    case closeButtonTapped
    case goalReached
    case pageTurned
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .goalReached:
        state.isGoalReached = true
        return .none
      case .pageTurned:
        state.page += 1
        return .none
      }
    }
    .onChange(of: \.page) { _, page in
      Reduce { state, _ in
        page == state.preferences.dailyGoal ? .send(.goalReached) : .none
      }
    }
  }
}
