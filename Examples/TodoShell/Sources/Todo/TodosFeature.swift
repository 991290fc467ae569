import ComposableArchitecture
import Foundation

/// A to-do list whose completed items move to the end after a second.
@Reducer(.recordable)
public struct TodosFeature: Sendable {
  /// The state of the list.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The to-do items, newest first.
    public var todos: IdentifiedArrayOf<TodoFeature.State> = []

    /// Creates an empty list.
    public init() {}
  }

  /// The actions of the list.
  public enum Action: Equatable, Sendable {
    /// Adds an item at the top.
    case addTapped(String)
    /// Removes the completed items.
    case clearDoneTapped
    /// Moves the completed items to the end.
    case sortDone
    /// An action of a row.
    case todos(IdentifiedActionOf<TodoFeature>)
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.continuousClock) var clock

  private enum CancelID { case sort }

  /// Creates the feature.
  public init() {}

  /// The reducer of the list and its rows.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped(let title):
        state.todos.insert(TodoFeature.State(id: uuid(), title: title), at: 0)
        return .none
      case .clearDoneTapped:
        state.todos.removeAll(where: \.isDone)
        return .none
      case .sortDone:
        let todos = state.todos.elements
        state.todos = IdentifiedArray(
          uniqueElements: todos.filter { !$0.isDone } + todos.filter(\.isDone))
        return .none
      case .todos(.element(id: _, action: .toggled)):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.sortDone)
        }
        .cancellable(id: CancelID.sort, cancelInFlight: true)
      case .todos:
        return .none
      }
    }
    .forEach(\.todos, action: \.todos) { TodoFeature() }
  }
}

/// A to-do item.
@Reducer(.recordable)
public struct TodoFeature: Sendable {
  /// The state of a row.
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    /// The unique identifier of the row.
    public let id: UUID
    /// The title of the item.
    public var title: String
    /// Whether the item is completed.
    public var isDone = false

    /// Creates a row.
    public init(id: UUID, title: String, isDone: Bool = false) {
      self.id = id
      self.title = title
      self.isDone = isDone
    }
  }

  /// The actions of a row.
  public enum Action: Equatable, Sendable {
    /// Changes the title.
    case renamed(String)
    /// Toggles whether the item is completed.
    case toggled
  }

  /// Creates the feature.
  public init() {}

  /// Changes the title, or toggles completion.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .renamed(let title): state.title = title
    case .toggled: state.isDone.toggle()
    }
    return .none
  }
}
