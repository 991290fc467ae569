import Alerts
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
import SendMessage
import ShoppingList
import StepTracker
package import TerminalUI
import Undo

package enum AppTabs {
  /// Returns a tab for each feature, with the first alert on top. The prime modal replaces the
  /// counter.
  package static func screens(_ state: AppFeature.State) -> [Screen<AppFeature.Action>] {
    let alerts = AlertsView.screen(state.alerts).map(AppFeature.Action.alerts)
    let others: [Screen<AppFeature.Action>] = [
      counter(state),
      FavoritePrimesView.screen(state.favorites).map(AppFeature.Action.favoritePrimes),
      ShoppingListView.screen(state.shoppingList).map(AppFeature.Action.shoppingList),
      StepTrackerView.screen(state.stepTracker).map(AppFeature.Action.stepTracker),
      SendMessageView.screen(state.sendMessage).map(AppFeature.Action.sendMessage),
      EventSelectionView.screen(state.eventSelection).map(AppFeature.Action.eventSelection),
    ]
    let screens = others.map { $0.showing(alertOf: state) } + [alerts]
    return zip(AppTab.allCases, screens).map { tab, screen in
      screen.adding(keys: history(state))
        .selected(tab == state.selectedTab, by: .tabSelected(tab))
    }
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

  private static func history(_ state: AppFeature.State) -> [ScreenKey<AppFeature.Action>] {
    [
      ScreenKey("u", "undo", isEnabled: state.history.canUndo, send: .history(.undo)),
      ScreenKey("U", "redo", isEnabled: state.history.canRedo, send: .history(.redo)),
    ]
  }
}

extension Screen<AppFeature.Action> {
  fileprivate func showing(alertOf state: AppFeature.State) -> Self {
    guard let first = state.alerts.first, let area = AlertsView.area(state.alerts) else {
      return self
    }
    return adding(
      header: area, keys: [ScreenKey("x", "clear the alert", send: .alerts(.clear(first)))])
  }
}
