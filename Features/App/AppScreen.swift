import Alerts
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
import SendMessage
import ShoppingList
import StepTracker

/// The whole app as lines of text.
package enum AppScreen {
  /// The features one below the other, with the prime modal where it is shown.
  ///
  /// Control characters in what users typed are written as escapes.
  package static func lines(_ state: AppFeature.State) -> [String] {
    let primeModal = section("Prime modal", PrimeModalScreen.lines(state.primeModal))
    let sections =
      [section("Counter", CounterScreen.lines(state.counter))]
      + (state.counter.isPrimeModalShown ? [primeModal] : [])
      + [
        section("Favorite primes", FavoritePrimesScreen.lines(state.favorites)),
        section("Alerts", AlertsScreen.lines(state.alerts)),
        section("Shopping list", ShoppingListScreen.lines(state.shoppingList)),
        section("Steps", StepTrackerScreen.lines(state.stepTracker)),
        section("Message", SendMessageScreen.lines(state.sendMessage)),
        section("Events", EventSelectionScreen.lines(state.eventSelection)),
      ]
    return ["Reprise", "======="] + sections.flatMap { [""] + $0 }
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    [title] + lines.map { "  \($0.withVisibleControls)" }
  }
}
