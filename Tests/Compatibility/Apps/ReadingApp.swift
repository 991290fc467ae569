import ComposableArchitecture
import Foundation

/// A reading list with shelves on a stack. Each shelf has a stack of its own.
@Reducer(.recordable)
struct ReadingApp {
  @Reducer(.recordable, state: .equatable)
  enum Path {
    case settings(ReadingSettings)
    case shelf(ShelfFeature)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    @Shared(.inMemory("readingPreferences")) var preferences = ReadingPreferences()
    var shelves = ["Fiction", "History"]
    var pagesRead = 0
  }

  enum Action: ViewAction {
    case path(StackActionOf<Path>)
    case view(View)

    @CasePathable
    @Recordable
    enum View {
      case settingsButtonTapped
      case shelfTapped(String)
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(_, .shelf(.delegate(.read(let pages))))):
        state.pagesRead += pages
        return .none
      case .path:
        return .none
      case .view(.settingsButtonTapped):
        state.path.append(.settings(ReadingSettings.State()))
        return .none
      case .view(.shelfTapped(let name)):
        state.path.append(.shelf(ShelfFeature.State(name: name)))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

@Recordable
struct ReadingPreferences: Codable, Equatable, Sendable {
  var dailyGoal = 20
  var isStrict = false
}

/// The settings, which other features share, with an alert.
@Reducer(.recordable)
struct ReadingSettings {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.inMemory("readingPreferences")) var preferences = ReadingPreferences()
  }

  enum Action: BindableAction, ViewAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case view(View)

    @CasePathable
    @Recordable
    enum Alert { case resetConfirmed }

    @CasePathable
    @Recordable
    enum View {
      case goalChanged(Int)
      case resetButtonTapped
    }
  }

  @Dependency(\.maximumGoal) private var maximumGoal

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.resetConfirmed)):
        state.$preferences.withLock { $0 = ReadingPreferences() }
        return .none
      case .alert, .binding:
        return .none
      case .view(.goalChanged(let goal)):
        state.$preferences.withLock { $0.dailyGoal = min(goal, maximumGoal) }
        return .none
      case .view(.resetButtonTapped):
        state.alert = AlertState {
          TextState("Reset the goal of \(state.preferences.dailyGoal) pages?")
        } actions: {
          ButtonState(role: .destructive, action: .resetConfirmed) { TextState("Reset") }
          ButtonState(role: .cancel) { TextState("Keep") }
        } message: {
          TextState("Your books stay.")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension DependencyValues {
  @DependencyEntry var bookCatalog: BookCatalog
  @DependencyEntry var maximumGoal = 500
}

@DependencyClient
struct BookCatalog: Sendable {
  var titles: @Sendable (_ shelf: String) async throws -> [String]
}

extension BookCatalog: TestDependencyKey {
  static let testValue = BookCatalog()
}
