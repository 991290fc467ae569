package import Alerts
package import ComposableArchitecture
package import Counter
package import EventSelection
package import FavoritePrimes
package import PrimeModal
package import SendMessage
package import ShoppingList
package import StepTracker

/// The whole app: all features, and what one of them needs of another.
@Reducer
package struct AppFeature {
  /// What the app knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The counter.
    package var counter: CounterFeature.State
    /// The list of favorite primes, which the prime modal changes too.
    package var favorites: FavoritePrimesFeature.State
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
    CounterFeature().pullback(state: \.counter, action: \.counter)
    PrimeModalFeature().pullback(state: \.primeModal, action: \.primeModal)
    FavoritePrimesFeature().pullback(state: \.favorites, action: \.favoritePrimes)
    AlertsFeature().pullback(state: \.alerts, action: \.alerts)
    ShoppingListFeature().pullback(state: \.shoppingList, action: \.shoppingList)
    StepTrackerFeature().pullback(state: \.stepTracker, action: \.stepTracker)
    SendMessageFeature().pullback(state: \.sendMessage, action: \.sendMessage)
    EventSelectionFeature().pullback(state: \.eventSelection, action: \.eventSelection)
    Reduce { _, action in
      Self.alert(about: action).map { .send(.alerts(.post($0))) } ?? .none
    }
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
