import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import Testing

@MainActor
@Suite("The counter, tested with scripts")
struct CounterScriptTests {
  private func feature(
    nthPrime: @escaping @Sendable (Int) async -> Int?
  ) -> some ReducerOf<CounterFeature> {
    CounterFeature().dependency(\.nthPrime, NthPrimeClient(nthPrime))
  }

  @Test("The count goes up and down")
  func counting() async {
    await assert(
      initialValue: CounterFeature.State(count: 2),
      reducer: CounterFeature(),
      steps:
        Step(.send, .incrTapped) { $0.count = 3 },
      Step(.send, .incrTapped) { $0.count = 4 },
      Step(.send, .decrTapped) { $0.count = 3 })
  }

  @Test("A successful search shows a prime, which can be dismissed")
  func happyFlow() async {
    await assert(
      initialValue: CounterFeature.State(count: 7),
      reducer: feature { _ in 17 },
      steps:
        Step(.send, .nthPrimeButtonTapped) {
          $0.isNthPrimeButtonDisabled = true
          $0.nthPrimeRequest = 7
        },
      Step(.receive, .nthPrimeResponse(17)) {
        $0.isNthPrimeButtonDisabled = false
        $0.nthPrimeRequest = nil
        $0.alert = PrimeAlert(n: 7, prime: 17)
      },
      Step(.send, .alertDismissButtonTapped) { $0.alert = nil })
  }

  @Test("A search without an answer shows no alert and enables the button again")
  func unhappyFlow() async {
    await assert(
      initialValue: CounterFeature.State(count: 7),
      reducer: feature { _ in nil },
      steps:
        Step(.send, .nthPrimeButtonTapped) {
          $0.isNthPrimeButtonDisabled = true
          $0.nthPrimeRequest = 7
        },
      Step(.receive, .nthPrimeResponse(nil)) {
        $0.isNthPrimeButtonDisabled = false
        $0.nthPrimeRequest = nil
      })
  }
}
