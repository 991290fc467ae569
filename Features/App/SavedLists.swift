import ComposableArchitecture
import ShoppingList

/// The shopping lists that a load may return: the last one that was saved, and newer ones whose
/// saves have not succeeded.
struct SavedLists: Sendable {
  private var possible: [[ProductFeature.State]?] = [nil]
  private var runningCount = 0
  private var hasFailed = false
  private var isSaving = false

  /// Returns `false` if the action loaded a list that isn't one of these.
  mutating func update(_ moment: Invariant<AppFeature.State, AppFeature.Action>.Moment) -> Bool {
    let list = moment.state.shoppingList
    let wasSaving = isSaving
    if case .saving = list.saveStatus { isSaving = true } else { isSaving = false }
    switch moment.action {
    case nil:
      // The app has started. Saves that were running may have succeeded or not.
      (runningCount, hasFailed) = (0, false)
    case .shoppingList(.productsLoaded(let products)):
      return possible.contains(products)
    case .shoppingList(.storageFailed):
      hasFailed = true
    case .shoppingList(.saveEnded):
      runningCount -= 1
      if runningCount == 0, !hasFailed { possible = [possible.last ?? nil] }
    case .shoppingList(.saveAtEnd) where wasSaving && isSaving:
      // Cancels the running save, which will not send `saveEnded`.
      runningCount = 0
      begin(list)
    default:
      if isSaving, !wasSaving { begin(list) }
    }
    return true
  }

  private mutating func begin(_ list: ShoppingListFeature.State) {
    if runningCount == 0 { hasFailed = false }
    runningCount += 1
    possible.append(list.products.elements)
  }
}

/// The time that edits of the shopping list have waited for a save to begin.
struct WaitingEdits: Sendable {
  private var since: Duration?

  /// Returns whether edits have waited for at most two seconds. Waiting for a running save does not
  /// count.
  mutating func update(_ moment: Invariant<AppFeature.State, AppFeature.Action>.Moment) -> Bool {
    guard case .due = moment.state.shoppingList.saveStatus else {
      since = nil
      return true
    }
    guard let since else {
      since = moment.time
      return true
    }
    switch moment.action {
    case .shoppingList(.saveTimerFired), .shoppingList(.loadProducts): break
    case .shoppingList: self.since = moment.time
    default: break
    }
    return moment.time - since <= .seconds(2)
  }
}

extension ShoppingListFeature.SaveStatus {
  /// Whether all edits are saved or being saved.
  var isComplete: Bool { self == .idle || self == .saving(isEditedSince: false) }
}
