import Alerts
import Counter
import EventSelection
import FavoritePrimes
import PrimeModal
import SendMessage
import ShoppingList
import StepTracker
import Undo

package enum AppScreen {
  /// Returns the tabs, the alert area, the selected feature, and the undo and redo buttons.
  ///
  /// Control characters in text from the user are escaped.
  package static func lines(_ state: AppFeature.State) -> [String] {
    let alerts = AlertsScreen.area(state.alerts)
    let sections = [
      ["Reprise", "======="], [tabs(state)], alerts, feature(state), [history(state)],
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: [""]).map(\.withVisibleControls)
  }

  private static func tabs(_ state: AppFeature.State) -> String {
    AppTab.allCases
      .map { tab in
        let count = tab == .alerts && state.alerts.count > 0 ? " (\(state.alerts.count))" : ""
        return tab == state.selectedTab ? "[\(tab.title)\(count)]" : tab.title + count
      }
      .joined(separator: "  ")
  }

  private static func feature(_ state: AppFeature.State) -> [String] {
    switch state.selectedTab {
    case .counter:
      CounterScreen.lines(state.counter)
        + (state.counter.isPrimeModalShown ? [""] + PrimeModalScreen.lines(state.primeModal) : [])
    case .favoritePrimes: FavoritePrimesScreen.lines(state.favorites)
    case .shoppingList: ShoppingListScreen.lines(state.shoppingList)
    case .stepTracker: StepTrackerScreen.lines(state.stepTracker)
    case .sendMessage: SendMessageScreen.lines(state.sendMessage)
    case .eventSelection: EventSelectionScreen.lines(state.eventSelection)
    case .alerts: AlertsScreen.lines(state.alerts)
    }
  }

  private static func history(_ state: AppFeature.State) -> String {
    let undo = state.history.canUndo ? "[Undo]" : "(Undo)"
    let redo = state.history.canRedo ? "[Redo]" : "(Redo)"
    return "\(undo) \(redo)"
  }
}
