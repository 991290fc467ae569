import Counter
import Testing

@Suite("The counter's screen")
struct CounterScreenTests {
  @Test("The number and its buttons are shown")
  func buttons() {
    #expect(
      CounterScreen.lines(CounterFeature.State(count: 2)) == [
        "2", "[-] [+] [Is this prime?]", "[What is the 2nd prime?]",
      ])
  }

  @Test("While an answer is awaited, the button is disabled and what was asked is shown")
  func waiting() {
    var state = CounterFeature.State(count: 4)
    state.isNthPrimeButtonDisabled = true
    state.nthPrimeRequest = 3
    #expect(
      CounterScreen.lines(state) == [
        "4", "[-] [+] [Is this prime?]", "(What is the 4th prime?)", "Looking for the 3rd prime …",
      ])
  }

  @Test("The answer is shown with a button to dismiss it")
  func answer() {
    var state = CounterFeature.State(count: 4)
    state.alert = PrimeAlert(n: 3, prime: 5)
    #expect(CounterScreen.lines(state).last == "The 3rd prime is 5. [OK]")
  }
}
