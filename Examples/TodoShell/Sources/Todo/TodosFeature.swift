import ComposableArchitecture
import Foundation

/// A list of what there is to do; what is done moves to the end after a second.
@Reducer
public struct TodosFeature: Sendable {
  /// What the list knows.
  @Recordable
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What there is to do, the newest first.
    public var todos: IdentifiedArrayOf<TodoFeature.State> = []

    /// Creates an empty list.
    public init() {}
  }

  /// What can happen to the list.
  @Recordable
  public enum Action: Equatable, Sendable {
    /// Something was to be added at the top.
    case addTapped(String)
    /// What is done was to be removed.
    case clearDoneTapped
    /// What is done was to move to the end.
    case sortDone
    /// Something happened to a row.
    case todos(IdentifiedActionOf<TodoFeature>)
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.continuousClock) var clock

  private enum CancelID { case sort }

  /// Creates the feature.
  public init() {}

  /// The list, and the feature of each row.
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

/// One thing to do.
@Reducer
public struct TodoFeature: Sendable {
  /// What a row knows.
  @Recordable
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    /// What tells the row from all others.
    public let id: UUID
    /// What there is to do.
    public var title: String
    /// Whether it is done.
    public var isDone = false

    /// Creates a row.
    public init(id: UUID, title: String, isDone: Bool = false) {
      self.id = id
      self.title = title
      self.isDone = isDone
    }
  }

  /// What can happen to a row.
  @Recordable
  public enum Action: Equatable, Sendable {
    /// It was given another title.
    case renamed(String)
    /// It was done, or was not after all.
    case toggled
  }

  /// Creates the feature.
  public init() {}

  /// Renames the row, or ticks it.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .renamed(let title): state.title = title
    case .toggled: state.isDone.toggle()
    }
    return .none
  }
}
