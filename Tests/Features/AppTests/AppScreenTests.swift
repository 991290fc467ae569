import Alerts
import App
import ComposableArchitecture
import Counter
import Foundation
import ShoppingList
import Testing

@Suite("The app's screen")
struct AppScreenTests {
  @Test("At the start all features are shown, and none has anything")
  func start() {
    #expect(
      text(of: AppFeature.State()) == """
        Reprise
        =======

        Counter
          0
          [-] [+] [Is this prime?]
          [What is the 0th prime?]

        Favorite primes
          None yet.
          [Save] [Load]

        Alerts
          None.

        Shopping list
          Nothing to buy.
          [Add] [Sort] [Edit] [Save] [Load]

        Steps
          Ready?
          0 of 100 steps, 0 m
          Nessie: 0 m
          [Start]

        Message
          Text:\u{20}
          (Send)

        Events
          No events.
          [Load] [Select the first free one]
        """)
  }

  @Test("In the middle of a session all features show what they have")
  func everything() {
    var counter = CounterFeature.State(count: 7)
    counter.isPrimeModalShown = true
    counter.alert = PrimeAlert(n: 3, prime: 5)
    let state = AppFeature.State(
      counter: counter, favoritePrimes: [2, 7],
      alerts: AlertsFeature.State(queue: [Alert(text: "Milk is out", severity: .warning)]),
      shoppingList: ShoppingListFeature.State(products: [
        ProductFeature.State(id: UUID(0), name: "Milk"),
        ProductFeature.State(id: UUID(1), name: "Bread", isBought: true),
      ]))
    #expect(
      text(of: state) == """
        Reprise
        =======

        Counter
          7
          [-] [+] [Is this prime?]
          [What is the 7th prime?]
          The 3rd prime is 5. [OK]

        Prime modal
          7 is prime.
          [Remove from favorite primes]
          [Close]

        Favorite primes
          0: 2
          1: 7
          [Save] [Load]

        Alerts
          warning: Milk is out
          [Clear all]

        Shopping list
          0: [ ] Milk
          1: [x] Bread
          [Add] [Sort] [Edit] [Save] [Load]

        Steps
          Ready?
          0 of 100 steps, 0 m
          Nessie: 0 m
          [Start]

        Message
          Text:\u{20}
          (Send)

        Events
          No events.
          [Load] [Select the first free one]
        """)
  }

  @Test(
    "What would act on a terminal is shown as an escape, and all else as it is",
    arguments: [
      ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\nb\r\tc", #"a\nb\r\tc"#),
      ("\u{202E}live", #"\u{202E}live"#),
      ("\u{9B}1m\u{7F}", #"\u{9B}1m\u{7F}"#), (#"back\slash"#, #"back\\slash"#),
      ("Müsli \"fine\" 🥛", "Müsli \"fine\" 🥛"), ("\"", "\""), ("e\u{301}", "e\u{301}"), ("", ""),
    ])
  func controls(name: String, shown: String) {
    let state = AppFeature.State(
      alerts: AlertsFeature.State(queue: [Alert(text: name, severity: .info)]),
      shoppingList: ShoppingListFeature.State(products: [
        ProductFeature.State(id: UUID(0), name: name)
      ]))
    let lines = AppScreen.lines(state)
    #expect(lines.contains("  info: \(shown)"))
    #expect(lines.contains("  0: [ ] \(shown)"))
  }

  private func text(of state: AppFeature.State) -> String {
    AppScreen.lines(state).joined(separator: "\n")
  }
}
