import Alerts
package import ComposableArchitecture
import Counter
import ShoppingList
import StepTracker

/// The conditions that explored sessions check.
extension AppFeature: InvariantReducer {
  package static var invariants: [Invariant<State, Action>] {
    [
      Invariant("An alert is in the queue at most once") { state in
        Set(state.alerts.queue).count == state.alerts.queue.count
      },
      Invariant("A search has a number exactly while its button is disabled") { state in
        state.counter.isNthPrimeButtonDisabled == (state.counter.nthPrimeRequest != nil)
      },
      Invariant("An answer belongs to the number that was asked last", remembering: Int?.none) {
        number, moment in
        if let request = moment.state.counter.nthPrimeRequest { number = request }
        guard case .counter(.nthPrimeResponse(.some))? = moment.action else { return true }
        return moment.state.counter.alert.map { $0.n == number } ?? true
      },
      Invariant("The progress of a search never goes back", remembering: 0) { last, moment in
        let progress = moment.state.counter.nthPrimeProgress
        defer { last = progress ?? 0 }
        return progress.map { $0 >= last } ?? true
      },
      Invariant("A walk announces each event at most once") { state in
        let announced = state.stepTracker.announced
        return Announcement.allCases.allSatisfy { event in
          announced.count { $0 == event } <= 1
        }
      },
      Invariant("The shopping list that was saved last is loaded", remembering: SavedLists()) {
        lists, moment in
        lists.update(moment)
      },
    ]
  }
}

/// The shopping lists that a load may return: the one that was saved last, and those whose saves
/// have not succeeded since.
private struct SavedLists: Sendable {
  private var possible: [[ProductFeature.State]?] = [nil]
  private var runningCount = 0
  private var hasFailed = false
  private var isSaving = false

  /// Returns whether a list that was loaded is one of them.
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
