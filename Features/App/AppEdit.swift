package import ComposableArchitecture
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
package import ShoppingList
package import Undo

/// What a user changes in the app, and can undo.
///
/// Where one looks, what is asked and what is under way is no part of it; nor is a walk, which cannot
/// be walked back, nor a message, which may have been sent.
@Recordable
package enum AppEdit: UndoableEdit {
  /// The counter's number.
  case count(Int)
  /// The favorite primes.
  case favoritePrimes([Int])
  /// The products of the shopping list.
  case products(ProductsEdit)
  /// The event that is selected.
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
  // Inlined, as to pass the state would copy its memory.
  @inline(__always)
  package static func edit(by action: AppFeature.Action, in state: AppFeature.State) -> AppEdit? {
    switch action {
    case .counter(.incrTapped), .counter(.decrTapped), .counter(.countTyped):
      return .count(state.counter.count)
    case .primeModal, .favoritePrimes(.alert(.presented(.confirmDeletion))):
      return .favoritePrimes(state.favoritePrimes)
    case .favoritePrimes(.loadedFavoritePrimes):
      // What is loaded when the app starts takes the place of nothing.
      if state.history.isEmpty, state.favoritePrimes.isEmpty { return nil }
      return .favoritePrimes(state.favoritePrimes)
    case .shoppingList(let action):
      if case .productsLoaded = action, state.history.isEmpty, state.shoppingList.products.isEmpty {
        return nil
      }
      return ProductsEdit(state.shoppingList.products, action).map(AppEdit.products)
    case .eventSelection(.eventTapped), .eventSelection(.selectFirstTapped),
      .eventSelection(.clearTapped):
      return .selectedEvent(id: state.eventSelection.selectedID)
    default:
      return nil
    }
  }
}

/// What the user did in the app and can undo.
package typealias AppHistory = UndoHistory<AppEdit>

extension Reducer<AppFeature.State, AppFeature.Action> {
  /// Keeps the app's history, undoes and redoes.
  package func keepingHistory() -> some ReducerOf<AppFeature> {
    undoable(history: \.history, action: \.history)
  }
}
