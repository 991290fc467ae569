import ComposableArchitecture

/// A feature with every kind of child: permanent, optional, presented, and in a collection.
@Reducer
struct Shelf {
  @ObservableState
  struct State: Equatable {
    var title = "Shelf"
    var ticker = Ticker.State()
    var guest: Ticker.State?
    var rows: IdentifiedArrayOf<Ticker.State> = []
    @ObservationStateIgnored var drafts = 0
    @Presents var destination: Destination.State?
  }

  enum Action {
    case rename(String)
    case ticker(Ticker.Action)
    case guest(Ticker.Action)
    case invite(id: Int)
    case sendAway
    case rows(IdentifiedActionOf<Ticker>)
    case add(id: Int)
    case remove(id: Int)
    case draft
    case present(id: Int)
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case cup(Ticker)
    case plate(Ticker)
  }

  var gate = Gate()

  var body: some ReducerOf<Self> {
    Scope(state: \.ticker, action: \.ticker) { Ticker(gate: gate) }
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .invite(let id): state.guest = Ticker.State(id: id)
      case .sendAway: state.guest = nil
      case .add(let id): state.rows.append(Ticker.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      case .draft: state.drafts += 1
      case .present(let id): state.destination = .cup(Ticker.State(id: id))
      case .ticker, .guest, .rows, .destination: break
      }
      return .none
    }
    .ifLet(\.guest, action: \.guest) { Ticker(gate: gate) }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.rows, action: \.rows) { Ticker(gate: gate) }
  }

  /// Returns a store of the feature.
  @MainActor
  static func store(_ state: State = State(), gate: Gate = Gate()) -> StoreOf<Self> {
    Store(initialState: state) { Self(gate: gate) }
  }
}
