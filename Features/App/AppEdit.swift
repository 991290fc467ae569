package import ComposableArchitecture
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
package import ShoppingList
package import Undo

/// A change by the user that can be undone.
///
/// Navigation, open questions and requests in progress are not edits. Walks and messages are not
/// edits either: a walk cannot be reversed, and a message may have been sent.
@Recordable
package enum AppEdit: UndoableEdit {
  case count(Int)
  case favoritePrimes([Int])
  case products(ProductsEdit)
  case selectedEvent(id: Int?)

  package mutating func exchange(with state: inout AppFeature.State) {
    switch self {
    case .count(var count):
      swap(&count, &state.counter.count)
      self = .count(count)
    case .favoritePrimes(var primes):
      swap(&primes, &state.favorites.favoritePrimes)
      self = .favoritePrimes(primes)
    case .products(var edit):
      edit.exchange(with: &state.shoppingList.products)
      self = .products(edit)
    case .selectedEvent(var id):
      swap(&id, &state.eventSelection.selectedID)
      self = .selectedEvent(id: id)
    }
  }

  @inline(__always)
  package func hasHappened(in state: borrowing AppFeature.State) -> Bool {
    switch self {
    case .count(let count): count != state.counter.count
    case .favoritePrimes(let primes): primes != state.favorites.favoritePrimes
    case .products(let edit): edit.hasHappened(in: state.shoppingList.products)
    case .selectedEvent(let id): id != state.eventSelection.selectedID
    }
  }

  package func continues(_ previous: AppEdit) -> Bool {
    guard case .products(let edit) = self, case .products(let previous) = previous else {
      return false
    }
    return edit.continues(previous)
  }
}

extension AppEdit {
  // Always inlined, because passing the state would copy it.
  @inline(__always)
  package static func edit(by action: AppFeature.Action, in state: AppFeature.State) -> AppEdit? {
    switch action {
    case .counter(.incrTapped), .counter(.decrTapped), .counter(.countTyped):
      return .count(state.counter.count)
    case .primeModal, .favoritePrimes(.alert(.presented(.confirmDeletion))):
      return .favoritePrimes(state.favoritePrimes)
    case .favoritePrimes(.loadedFavoritePrimes):
      // The list loaded at launch replaces nothing, so there is nothing to undo.
      if state.history.isEmpty, state.favoritePrimes.isEmpty { return nil }
      return .favoritePrimes(state.favoritePrimes)
    case .shoppingList(let action):
      if case .productsLoaded = action, state.history.isEmpty, state.shoppingList.products.isEmpty {
        return nil
      }
      return ProductsEdit(state.shoppingList.products, action).map(AppEdit.products)
    case .eventSelection(.eventTapped), .eventSelection(.selectFirstTapped),
      .eventSelection(.clearTapped), .eventSelection(.eventsLoaded):
      return .selectedEvent(id: state.eventSelection.selectedID)
    default:
      return nil
    }
  }
}

package typealias AppHistory = UndoHistory<AppEdit>

extension Reducer<AppFeature.State, AppFeature.Action> {
  /// Records the app's edits in its history, and undoes and redoes them.
  package func keepingHistory() -> some ReducerOf<AppFeature> {
    undoable(history: \.history, action: \.history)
  }
}
