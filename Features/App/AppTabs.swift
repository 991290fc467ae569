import Alerts
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
import SendMessage
import ShoppingList
import StepTracker
package import TerminalUI

/// The whole app as tabs of the full screen.
package enum AppTabs {
  /// A tab for each feature; the prime modal takes the place of the counter while it is shown.
  package static func screens(_ state: AppFeature.State) -> [Screen<AppFeature.Action>] {
    [
      counter(state),
      favoritePrimes(state),
      ShoppingListView.screen(state.shoppingList).map(AppFeature.Action.shoppingList),
      stepTracker(state),
      message(state),
      events(state),
      alerts(state),
    ]
  }

  private static func counter(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    guard state.counter.isPrimeModalShown else {
      return CounterView.screen(state.counter).map(AppFeature.Action.counter)
    }
    let modal = state.primeModal
    return Screen("Counter", lines: PrimeModalScreen.lines(modal)) { _ in
      [
        ScreenKey(
          "s", "save", isEnabled: modal.isPrime && !modal.isFavorite,
          send: .primeModal(.saveFavoritePrimeTapped)),
        ScreenKey(
          "r", "remove", isEnabled: modal.isFavorite,
          send: .primeModal(.removeFavoritePrimeTapped)),
        ScreenKey(.escape, "close", send: .counter(.primeModalDismissed)),
      ]
    }
  }

  private static func favoritePrimes(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    Screen("Primes", lines: FavoritePrimesScreen.lines(state.favorites))
  }

  private static func stepTracker(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    Screen("Steps", lines: StepTrackerScreen.lines(state.stepTracker))
  }

  private static func message(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    Screen("Message", lines: SendMessageScreen.lines(state.sendMessage))
  }

  private static func events(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    Screen("Events", lines: EventSelectionScreen.lines(state.eventSelection))
  }

  private static func alerts(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    Screen("Alerts", lines: AlertsScreen.lines(state.alerts)) { _ in
      [
        ScreenKey(
          "c", "clear all", isEnabled: !state.alerts.queue.isEmpty, send: .alerts(.clearAll))
      ]
    }
  }
}
