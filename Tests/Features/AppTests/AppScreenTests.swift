import Alerts
import App
import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import FavoritePrimes
import Foundation
import PrimeModal
import ShoppingList
import Testing
import Undo

@Suite("The app's screen")
struct AppScreenTests {
  private func text(of state: AppFeature.State) -> String {
    AppScreen.lines(state).joined(separator: "\n")
  }

  private var session: AppFeature.State {
    var counter = CounterFeature.State(count: 7)
    counter.alert = PrimeAlert(n: 3, prime: 5)
    var state = AppFeature.State(
      counter: counter, favoritePrimes: [2, 7],
      alerts: AlertsFeature.State(queue: [
        Alert(text: "Milk is out", severity: .warning), Alert(text: "Fire", severity: .error),
      ]),
      shoppingList: ShoppingListFeature.State(products: [
        ProductFeature.State(id: UUID(0), name: "Milk"),
        ProductFeature.State(id: UUID(1), name: "Bread", isBought: true),
      ]))
    state.history.add(.count(6))
    return state
  }

  @Test("The initial screen shows the counter, with nothing to undo")
  func start() {
    assertSnapshot(of: text(of: AppFeature.State()), as: .lines)
  }

  @Test("The selected tab is shown below the alert area", arguments: AppTab.allCases)
  func tabs(tab: AppTab) {
    var state = session
    state.selectedTab = tab
    assertSnapshot(of: text(of: state), as: .lines, named: "\(tab)")
  }

  @Test("The prime modal is shown below the counter")
  func primeModal() {
    var state = AppFeature.State(counter: CounterFeature.State(count: 7))
    state.counter.isPrimeModalShown = true
    assertSnapshot(of: text(of: state), as: .lines)
  }

  @Test("After an undo, the redo button is enabled")
  @MainActor
  func redo() {
    let store = Store(initialState: AppFeature.State()) { AppFeature() }
    store.send(.counter(.incrTapped))
    store.send(.history(.undo))
    assertSnapshot(of: store.withState(text), as: .lines)
  }

  @Test(
    "Control characters are escaped, and all other text is unchanged",
    arguments: [
      ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\nb\r\tc", #"a\nb\r\tc"#),
      ("\u{202E}live", #"\u{202E}live"#),
      ("\u{9B}1m\u{7F}", #"\u{9B}1m\u{7F}"#), (#"back\slash"#, #"back\\slash"#),
      ("Müsli \"fine\" 🥛", "Müsli \"fine\" 🥛"), ("\"", "\""), ("e\u{301}", "e\u{301}"), ("", ""),
    ])
  func controls(name: String, shown: String) {
    var state = AppFeature.State(
      alerts: AlertsFeature.State(queue: [Alert(text: name, severity: .info)]),
      shoppingList: ShoppingListFeature.State(products: [
        ProductFeature.State(id: UUID(0), name: name)
      ]))
    state.selectedTab = .shoppingList
    let lines = AppScreen.lines(state)
    #expect(lines.contains("info: \(shown) [Clear]"))
    #expect(lines.contains("0: [ ] \(shown)"))
  }
}
