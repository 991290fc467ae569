import Alerts
import App
import ComposableArchitecture
import Counter
import DependencyInjection
import FavoritePrimes
import Foundation
import PrimeModal
import ShoppingList

/// The yardstick for the store: the same logic as a `switch` over flat state, without a library.
struct PlainSwitch {
  enum Action {
    case increment
    case decrement
    case showModal
    case dismissModal
    case saveFavorite
    case removeFavorite
    case post(Alert)
    case clearAlerts
    case toggle(UUID)
  }

  struct Product {
    let id: UUID
    var name: String
    var isBought: Bool
  }

  var count = 0
  var isModalShown = false
  var favorites: [Int] = []
  var alerts: [Alert] = []
  var products: [Product]
  var indices: [UUID: Int]

  init(rows: Int) {
    products = (0..<rows).map { Product(id: UUID($0), name: "Product \($0)", isBought: false) }
    indices = Dictionary(uniqueKeysWithValues: products.enumerated().map { ($1.id, $0) })
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .increment: if count < .max { count += 1 }
    case .decrement: if count > .min { count -= 1 }
    case .showModal: isModalShown = true
    case .dismissModal: isModalShown = false
    case .saveFavorite:
      if count.isPrime, !favorites.contains(count) { favorites.append(count) }
    case .removeFavorite: favorites.removeAll { $0 == count }
    case .post(let alert): if !alerts.contains(alert) { alerts.append(alert) }
    case .clearAlerts: alerts = []
    case .toggle(let id): if let index = indices[id] { products[index].isBought.toggle() }
    }
  }
}

extension PlainSwitch.Action {
  /// Converts an action of the app. Returns `nil` if the standard session does not contain it.
  init?(_ action: AppFeature.Action) {
    switch action {
    case .counter(.incrTapped): self = .increment
    case .counter(.decrTapped): self = .decrement
    case .counter(.isPrimeButtonTapped): self = .showModal
    case .counter(.primeModalDismissed): self = .dismissModal
    case .primeModal(.saveFavoritePrimeTapped): self = .saveFavorite
    case .primeModal(.removeFavoritePrimeTapped): self = .removeFavorite
    case .alerts(.post(let alert)): self = .post(alert)
    case .alerts(.clearAll): self = .clearAlerts
    case .shoppingList(.products(.element(id: let id, action: .toggleStatus))): self = .toggle(id)
    default: return nil
    }
  }
}
