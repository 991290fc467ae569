import ComposableArchitecture
import Foundation
import Testing

/// Rows that contain rows recursively.
@Reducer(.recordable)
struct Nested {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var rows: IdentifiedArrayOf<State> = []
  }

  enum Action {
    case addRowButtonTapped
    case nameTextFieldChanged(String)
    case onDelete(IndexSet)
    indirect case rows(IdentifiedActionOf<Nested>)
  }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addRowButtonTapped:
        state.rows.append(State(id: self.uuid()))
        return .none
      case .nameTextFieldChanged(let name):
        state.name = name
        return .none
      case .onDelete(let indexSet):
        state.rows.remove(atOffsets: indexSet)
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Self()
    }
  }
}

private struct FavoritingState<ID: Hashable & Sendable>: Equatable {
  @Presents var alert: AlertState<FavoritingAction.Alert>?
  let id: ID
  var isFavorite: Bool
}

@CasePathable
private enum FavoritingAction {
  case alert(PresentationAction<Alert>)
  case buttonTapped
  case response(Result<Bool, any Error>)

  enum Alert: Equatable {}
}

/// A generic reducer for values that can be favorites.
@Reducer
private struct Favoriting<ID: Hashable & Sendable> {
  let favorite: @Sendable (ID, Bool) async throws -> Bool

  private struct CancelID: Hashable {
    let id: AnyHashableSendable
  }

  var body: some Reducer<FavoritingState<ID>, FavoritingAction> {
    Reduce { state, action in
      switch action {
      case .alert(.dismiss):
        state.alert = nil
        state.isFavorite.toggle()
        return .none
      case .buttonTapped:
        state.isFavorite.toggle()
        return .run { [id = state.id, isFavorite = state.isFavorite, favorite] send in
          await send(.response(Result { try await favorite(id, isFavorite) }))
        }
        .cancellable(id: CancelID(id: AnyHashableSendable(state.id)), cancelInFlight: true)
      case .response(.failure(let error)):
        state.alert = AlertState { TextState(error.localizedDescription) }
        return .none
      case .response(.success(let isFavorite)):
        state.isFavorite = isFavorite
        return .none
      }
    }
  }
}

@Reducer
private struct Episode {
  @ObservableState
  struct State: Equatable, Identifiable {
    @Presents var alert: AlertState<FavoritingAction.Alert>?
    let id: UUID
    var isFavorite = false
    let title: String

    var favorite: FavoritingState<ID> {
      get { .init(alert: self.alert, id: self.id, isFavorite: self.isFavorite) }
      set { (self.alert, self.isFavorite) = (newValue.alert, newValue.isFavorite) }
    }
  }

  enum Action {
    case favorite(FavoritingAction)
  }

  let favorite: @Sendable (UUID, Bool) async throws -> Bool

  var body: some Reducer<State, Action> {
    Scope(state: \.favorite, action: \.favorite) {
      Favoriting(favorite: self.favorite)
    }
  }
}

/// A reducer that wraps a reducer and counts its actions.
@Reducer
private struct Counting<Base: Reducer> {
  struct State {
    var base: Base.State
    var count = 0
  }

  enum Action {
    case base(Base.Action)
  }

  let base: Base

  var body: some Reducer<State, Action> {
    Scope(state: \.base, action: \.base) {
      base
    }
    Reduce { state, action in
      state.count += 1
      return .none
    }
  }
}

extension Counting.State: Equatable where Base.State: Equatable {}

@MainActor
struct HigherOrderCaseStudyTests {
  @Test func rowsOfRows() async {
    let store = TestStore(initialState: Nested.State(id: UUID(1_000), name: "Root")) {
      Nested()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addRowButtonTapped) {
      $0.rows = [Nested.State(id: UUID(0))]
    }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows = [Nested.State(id: UUID(1))]
    }
    await store.send(\.rows[id: UUID(0)].rows[id: UUID(1)].nameTextFieldChanged, "Leaf") {
      $0.rows[id: UUID(0)]?.rows[id: UUID(1)]?.name = "Leaf"
    }
    await store.send(\.rows[id: UUID(0)].onDelete, [0]) {
      $0.rows[id: UUID(0)]?.rows = []
    }
  }

  @Test func changeName() async {
    let store = TestStore(
      initialState: Nested.State(
        id: UUID(0), rows: [Nested.State(id: UUID(1), rows: [Nested.State(id: UUID(2))])])
    ) {
      Nested()
    }
    await store.send(.nameTextFieldChanged("Blob")) {
      $0.name = "Blob"
    }
    await store.send(\.rows[id: UUID(1)].rows[id: UUID(2)].nameTextFieldChanged, "Blob Jr.") {
      $0.rows[id: UUID(1)]?.rows[id: UUID(2)]?.name = "Blob Jr."
    }
  }

  @Test func deleteRow() async {
    let store = TestStore(
      initialState: Nested.State(
        id: UUID(0),
        rows: [Nested.State(id: UUID(1)), Nested.State(id: UUID(2)), Nested.State(id: UUID(3))])
    ) {
      Nested()
    }
    await store.send(.onDelete([1])) {
      $0.rows.remove(id: UUID(2))
    }
  }

  @Test func favoriteIsKept() async {
    let store = TestStore(initialState: Episode.State(id: UUID(0), title: "Functions")) {
      Episode(favorite: { _, isFavorite in isFavorite })
    }
    await store.send(\.favorite.buttonTapped) { $0.isFavorite = true }
    await store.receive(\.favorite.response.success)
  }

  @Test func failedFavoriteIsReverted() async {
    struct FavoriteError: Error, LocalizedError {
      var errorDescription: String? { "Favoriting failed." }
    }
    let store = TestStore(initialState: Episode.State(id: UUID(0), title: "Functions")) {
      Episode(favorite: { _, _ in throw FavoriteError() })
    }
    await store.send(\.favorite.buttonTapped) { $0.isFavorite = true }
    await store.receive(\.favorite.response.failure) {
      $0.alert = AlertState { TextState("Favoriting failed.") }
    }
    await store.send(\.favorite.alert.dismiss) {
      $0.alert = nil
      $0.isFavorite = false
    }
  }

  @Test func reducerAroundAReducer() async {
    let store = TestStore(
      initialState: Counting<Nested>.State(base: Nested.State(id: UUID(0)))
    ) {
      Counting(base: Nested())
    }
    await store.send(\.base.nameTextFieldChanged, "Root") {
      $0.base.name = "Root"
      $0.count = 1
    }
  }
}
