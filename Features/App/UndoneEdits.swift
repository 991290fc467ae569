import ComposableArchitecture
import Counter
import EventSelection
import FavoritePrimes
import ShoppingList
import Undo

/// The parts of the state that edits change, before and after an undo.
struct UndoneEdits: Sendable {
  private struct Parts: Equatable, Sendable {
    let count: Int
    let favoritePrimes: [Int]
    let products: IdentifiedArrayOf<ProductFeature.State>
    let selectedID: Int?

    init(_ state: AppFeature.State) {
      count = state.counter.count
      favoritePrimes = state.favoritePrimes
      products = state.shoppingList.products
      selectedID = state.eventSelection.selectedID
    }
  }

  private var last: Parts?
  private var undoable: AppEdit?
  /// The parts that a redo restores, directly after an undo.
  private var undone: Parts?

  /// Returns whether an undo, or a redo that follows it, had its effect.
  mutating func update(_ moment: Invariant<AppFeature.State, AppFeature.Action>.Moment) -> Bool {
    let parts = Parts(moment.state)
    defer {
      last = parts
      undoable = moment.state.history.nextUndo
    }
    switch moment.action {
    case .history(.undo):
      undone = undoable == nil ? nil : last
      switch undoable {
      // The user may have typed the earlier name again.
      case .products(.name), nil: return true
      case .count, .favoritePrimes, .products, .selectedEvent: return parts != last
      }
    case .history(.redo):
      defer { undone = nil }
      return undone == nil || undone == parts
    case .shoppingList(.productsRestored): break
    default: undone = nil
    }
    return true
  }
}
