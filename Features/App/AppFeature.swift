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

/// The whole app: all features, and what one of them needs of another.
@Reducer
package struct AppFeature {
  /// What the app knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The tab that is shown.
    package var selectedTab = AppTab.counter
    /// The counter.
    package var counter: CounterFeature.State
    /// The list of favorite primes, which the prime modal changes too.
    @RecordedAs(
      "favoritePrimes",
      converting: { (primes: [Int]) in FavoritePrimesFeature.State(favoritePrimes: primes) })
    package var favorites = FavoritePrimesFeature.State()
    /// The alerts.
    package var alerts = AlertsFeature.State()
    /// The shopping list.
    package var shoppingList = ShoppingListFeature.State()
    /// The walk.
    package var stepTracker = StepTrackerFeature.State()
    /// The message.
    package var sendMessage = SendMessageFeature.State()
    /// The events.
    package var eventSelection = EventSelectionFeature.State()
    /// What the user did and can undo.
    package var history = AppHistory()

    /// Creates the state of the app, at its start if nothing is given.
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

  /// What can happen in the app.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The app was started.
    case launched
    /// The app is about to end.
    case quitting
    /// Another tab was to be shown.
    case tabSelected(AppTab)
    /// An edit was to be undone or redone.
    case history(UndoAction)
    /// Something happened to the counter.
    case counter(CounterFeature.Action)
    /// Something happened in the prime modal.
    case primeModal(PrimeModalFeature.Action)
    /// Something happened to the favorite primes.
    case favoritePrimes(FavoritePrimesFeature.Action)
    /// Something happened to the alerts.
    case alerts(AlertsFeature.Action)
    /// Something happened to the shopping list.
    case shoppingList(ShoppingListFeature.Action)
    /// Something happened on the walk.
    case stepTracker(StepTrackerFeature.Action)
    /// Something happened to the message.
    case sendMessage(SendMessageFeature.Action)
    /// Something happened to the events.
    case eventSelection(EventSelectionFeature.Action)
  }

  /// Creates the app's feature.
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

  /// The alert that an action of a feature brings up, if it brings up one.
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
  /// The counter, and the prime modal where it is shown.
  case counter
  /// The favorite primes.
  case favoritePrimes
  /// The shopping list.
  case shoppingList
  /// The walk.
  case stepTracker
  /// The message.
  case sendMessage
  /// The events.
  case eventSelection
  /// All alerts.
  case alerts

  /// What stands on the tab.
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

// The favorite primes are kept once. The features that share them see them through these.
extension AppFeature.State {
  /// The prime modal's part: the counter's number and the favorite primes.
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
