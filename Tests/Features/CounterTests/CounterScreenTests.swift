import ComposableArchitectureTesting
import Counter
import Testing

@Suite("The counter's screen")
struct CounterScreenTests {
  private func look(of state: CounterFeature.State) -> String {
    CounterScreen.lines(state).joined(separator: "\n")
  }

  @Test("The screen shows the count and its buttons")
  func buttons() {
    assertSnapshot(of: look(of: CounterFeature.State(count: 2)), as: .lines)
  }

  @Test("During a search, the button is disabled and the request is shown")
  func waiting() {
    var state = CounterFeature.State(count: 4)
    state.isNthPrimeButtonDisabled = true
    state.nthPrimeRequest = 3
    assertSnapshot(of: look(of: state), as: .lines)
    state.nthPrimeProgress = 40
    assertSnapshot(of: look(of: state), as: .lines, named: "progress")
  }

  @Test("The answer is shown with a button that dismisses it")
  func answer() {
    var state = CounterFeature.State(count: 4)
    state.alert = PrimeAlert(n: 3, prime: 5)
    assertSnapshot(of: look(of: state), as: .lines)
  }
}
