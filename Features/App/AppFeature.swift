package import Alerts
package import ComposableArchitecture
package import Counter
package import EventSelection
package import FavoritePrimes
package import PrimeModal
package import SendMessage
package import ShoppingList
package import StepTracker
package import Undo

/// The whole app: all features, and the communication between them.
@Reducer(.recordable)
package struct AppFeature {
  package struct State: Equatable, Sendable {
    package var selectedTab = AppTab.counter
    package var counter: CounterFeature.State
    /// The list of favorite primes, which the prime modal changes too.
    @RecordedAs(
      "favoritePrimes",
      converting: { (primes: [Int]) in FavoritePrimesFeature.State(favoritePrimes: primes) })
    package var favorites = FavoritePrimesFeature.State()
    package var alerts = AlertsFeature.State()
    package var shoppingList = ShoppingListFeature.State()
    package var stepTracker = StepTrackerFeature.State()
    package var sendMessage = SendMessageFeature.State()
    package var eventSelection = EventSelectionFeature.State()
    package var history = AppHistory()

    package init(
      counter: CounterFeature.State = CounterFeature.State(), favoritePrimes: [Int] = [],
      alerts: AlertsFeature.State = AlertsFeature.State(),
      shoppingList: ShoppingListFeature.State = ShoppingListFeature.State(),
      stepTracker: StepTrackerFeature.State = StepTrackerFeature.State(),
      sendMessage: SendMessageFeature.State = SendMessageFeature.State(),
      eventSelection: EventSelectionFeature.State = EventSelectionFeature.State()
    ) {
      self.counter = counter
      favorites = FavoritePrimesFeature.State(favoritePrimes: favoritePrimes)
      self.alerts = alerts
      self.shoppingList = shoppingList
      self.stepTracker = stepTracker
      self.sendMessage = sendMessage
      self.eventSelection = eventSelection
    }
  }

  package enum Action: Equatable, Sendable {
    case launched
    case quitting
    case tabSelected(AppTab)
    /// Undoes or redoes an edit.
    case history(UndoAction)
    case counter(CounterFeature.Action)
    case primeModal(PrimeModalFeature.Action)
    case favoritePrimes(FavoritePrimesFeature.Action)
    case alerts(AlertsFeature.Action)
    case shoppingList(ShoppingListFeature.Action)
    case stepTracker(StepTrackerFeature.Action)
    case sendMessage(SendMessageFeature.Action)
    case eventSelection(EventSelectionFeature.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    CombineReducers {
      CounterFeature().pullback(state: \.counter, action: \.counter)
      PrimeModalFeature().pullback(state: \.primeModal, action: \.primeModal)
      FavoritePrimesFeature().pullback(state: \.favorites, action: \.favoritePrimes)
      AlertsFeature().pullback(state: \.alerts, action: \.alerts)
      ShoppingListFeature().pullback(state: \.shoppingList, action: \.shoppingList)
      StepTrackerFeature().pullback(state: \.stepTracker, action: \.stepTracker)
      SendMessageFeature().pullback(state: \.sendMessage, action: \.sendMessage)
      EventSelectionFeature().pullback(state: \.eventSelection, action: \.eventSelection)
      Reduce { state, action in
        Self.alert(about: action).map { .send(.alerts(.post($0))) } ?? reduceApp(&state, action)
      }
    }
    .keepingHistory()
  }

  private func reduceApp(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .launched:
      return .merge(
        .send(.favoritePrimes(.loadButtonTapped)), .send(.shoppingList(.loadProducts)))
    case .quitting:
      return state.shoppingList.saveStatus == .idle ? .none : .send(.shoppingList(.saveAtEnd))
    case .tabSelected(let tab):
      state.selectedTab = tab
    case .shoppingList(.products(.element(id: _, action: .nameSubmitted))):
      state.history.endEdit()
    case .history(let action):
      let edit = action == .undo ? state.history.nextRedo : state.history.nextUndo
      if case .products = edit { return .send(.shoppingList(.productsRestored)) }
    default:
      break
    }
    return .none
  }

  /// Returns the alert that an action of a feature causes, if any.
  private static func alert(about action: Action) -> Alert? {
    switch action {
    case .favoritePrimes(.storageFailed(let reason)), .shoppingList(.storageFailed(let reason)):
      Alert(text: reason, severity: .error)
    case .favoritePrimes(.storageWarned(let warning)), .shoppingList(.storageWarned(let warning)):
      Alert(text: warning, severity: .warning)
    case .stepTracker(.delegate(.announced(let announcement))):
      Alert(text: announcement.text, severity: announcement.isWarning ? .warning : .info)
    default:
      nil
    }
  }
}

/// The tabs of the app, in order.
@Recordable
package enum AppTab: Equatable, Sendable, CaseIterable {
  /// The counter, or the prime modal while it is shown.
  case counter
  case favoritePrimes
  case shoppingList
  case stepTracker
  case sendMessage
  case eventSelection
  case alerts

  package var title: String {
    switch self {
    case .counter: "Counter"
    case .favoritePrimes: "Favorites"
    case .shoppingList: "Shopping"
    case .stepTracker: "Steps"
    case .sendMessage: "Message"
    case .eventSelection: "Events"
    case .alerts: "Alerts"
    }
  }
}

// The favorite primes are stored once; these properties share them between features.
extension AppFeature.State {
  /// The state of the prime modal: the counter's number and the favorite primes.
  package var primeModal: PrimeModalFeature.State {
    get { PrimeModalFeature.State(count: counter.count, favoritePrimes: favoritePrimes) }
    set {
      counter.count = newValue.count
      favoritePrimes = newValue.favoritePrimes
    }
  }

  /// The favorite primes, which the prime modal and the list of favorites both change.
  package var favoritePrimes: [Int] {
    get { favorites.favoritePrimes }
    set { favorites.favoritePrimes = newValue }
  }
}
