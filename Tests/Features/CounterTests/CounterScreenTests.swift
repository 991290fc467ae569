import ComposableArchitectureTesting
import Counter
import Testing

@Suite("The counter's screen")
struct CounterScreenTests {
  private func look(of state: CounterFeature.State) -> String {
    CounterScreen.lines(state).joined(separator: "\n")
  }

  @Test("The number and its buttons are shown")
  func buttons() {
    assertSnapshot(of: look(of: CounterFeature.State(count: 2)), as: .lines)
  }

  @Test("While an answer is awaited, the button is disabled and what was asked is shown")
  func waiting() {
    var state = CounterFeature.State(count: 4)
    state.isNthPrimeButtonDisabled = true
    state.nthPrimeRequest = 3
    assertSnapshot(of: look(of: state), as: .lines)
    state.nthPrimeProgress = 40
    assertSnapshot(of: look(of: state), as: .lines, named: "progress")
  }

  @Test("The answer is shown with a button to dismiss it")
  func answer() {
    var state = CounterFeature.State(count: 4)
    state.alert = PrimeAlert(n: 3, prime: 5)
    assertSnapshot(of: look(of: state), as: .lines)
  }
}
