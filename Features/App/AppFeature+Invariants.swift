import Alerts
package import ComposableArchitecture
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
import ShoppingList
import StepTracker

/// The conditions that explored sessions check.
extension AppFeature: InvariantReducer {
  package static var invariants: [Invariant<State, Action>] {
    [
      Invariant("An alert is in the queue at most once") { state in
        Set(state.alerts.queue).count == state.alerts.queue.count
      },
      Invariant("An alert shows the prime with its number", remembering: PrimeAlert?.none) {
        last, moment in
        defer { last = moment.state.counter.alert }
        guard let alert = moment.state.counter.alert, alert != last else { return true }
        return alert.prime.isPrime && (2...alert.prime).count(where: \.isPrime) == alert.n
      },
      Invariant("A canceled search reports nothing", remembering: CanceledSearch()) {
        search, moment in
        search.update(moment)
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
      Invariant("Nessie moves at most once a second", remembering: Duration?.none) { last, moment in
        guard case .stepTracker(.nessieMoved)? = moment.action else { return true }
        defer { last = moment.time }
        return last.map { moment.time - $0 >= .seconds(1) } ?? true
      },
      Invariant("The shopping list that was saved last is loaded", remembering: SavedLists()) {
        lists, moment in
        lists.update(moment)
      },
      Invariant("Edits wait at most two seconds to be saved", remembering: WaitingEdits()) {
        edits, moment in
        edits.update(moment)
      },
      Invariant("The shopping list is being saved when the app quits", remembering: false) {
        isUnsaved, moment in
        switch moment.action {
        case nil: return !isUnsaved
        case .quitting: isUnsaved = moment.state.shoppingList.saveStatus != .idle
        default: if moment.state.shoppingList.saveStatus.isComplete { isUnsaved = false }
        }
        return true
      },
      Invariant("An undo changes something, and a redo restores it", remembering: UndoneEdits()) {
        edits, moment in
        edits.update(moment)
      },
    ]
  }

  /// Returns whether a user can send the action. The app sends others when it starts, loads or
  /// quits.
  package static func isOffered(_ action: Action, in state: State) -> Bool {
    switch action {
    case .launched, .quitting, .favoritePrimes(.loadedFavoritePrimes): false
    case .shoppingList(.productsLoaded), .shoppingList(.productsRestored): false
    case .shoppingList(.saveAtEnd): false
    default: true
    }
  }
}
