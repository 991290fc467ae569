package import Alerts
package import ComposableArchitecture
package import Counter
package import FavoritePrimes
package import PrimeModal
package import ShoppingList

/// The whole app: all features, and what one of them needs of another.
@Reducer
package struct AppFeature {
  /// What the app knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The counter.
    package var counter: CounterFeature.State
    /// The favorite primes, which the prime modal and the list of favorites both change.
    package var favoritePrimes: [Int]
    /// The alerts.
    package var alerts: AlertsFeature.State
    /// The shopping list.
    package var shoppingList: ShoppingListFeature.State

    /// Creates the state of the app, at its start if nothing is given.
    package init(
      counter: CounterFeature.State = CounterFeature.State(), favoritePrimes: [Int] = [],
      alerts: AlertsFeature.State = AlertsFeature.State(),
      shoppingList: ShoppingListFeature.State = ShoppingListFeature.State()
    ) {
      self.counter = counter
      self.favoritePrimes = favoritePrimes
      self.alerts = alerts
      self.shoppingList = shoppingList
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
  }

  /// Creates the app's feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    CounterFeature().pullback(state: \.counter, action: \.counter)
    PrimeModalFeature().pullback(state: \.primeModal, action: \.primeModal)
    FavoritePrimesFeature().pullback(state: \.favorites, action: \.favoritePrimes)
    AlertsFeature().pullback(state: \.alerts, action: \.alerts)
    ShoppingListFeature().pullback(state: \.shoppingList, action: \.shoppingList)
    Reduce { _, action in
      switch action {
      case .favoritePrimes(.storageFailed(let reason)), .shoppingList(.storageFailed(let reason)):
        .send(.alerts(.post(Alert(text: reason, severity: .error))))
      default:
        .none
      }
    }
  }
}
