import Alerts
import App
import ComposableArchitecture
import Counter
import DependencyInjection
import FavoritePrimes
import Foundation
import PrimeModal
import ShoppingList

/// The standard workload: a seeded session across the whole app, without effects.
struct StandardSession: Sequence, IteratorProtocol {
  private var random: SeededGenerator
  private let rows = (0..<10).map { UUID($0) }

  init(seed: UInt64 = 1) {
    random = SeededGenerator(seed: seed)
  }

  static func actions(count: Int) -> [AppFeature.Action] {
    Array(StandardSession().prefix(count))
  }

  static func state(rows: Int = 10) -> AppFeature.State {
    AppFeature.State(
      shoppingList: ShoppingListFeature.State(
        products: IdentifiedArray(
          uniqueElements: (0..<rows).map {
            ProductFeature.State(id: UUID($0), name: "Product \($0)")
          })))
  }

  mutating func next() -> AppFeature.Action? {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: .counter(.incrTapped)
    case 6..<12: .counter(.decrTapped)
    case 12: .counter(.isPrimeButtonTapped)
    case 13: .counter(.primeModalDismissed)
    case 14: .primeModal(.saveFavoritePrimeTapped)
    case 15: .primeModal(.removeFavoritePrimeTapped)
    case 16:
      .alerts(.post(Alert(text: "Alert \(Int.random(in: 0..<3, using: &random))", severity: .info)))
    case 17: .alerts(.clearAll)
    default:
      .shoppingList(
        .products(
          .element(
            id: rows[Int.random(in: 0..<rows.count, using: &random)], action: .toggleStatus)))
    }
  }
}
