import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import Testing

@MainActor
@Suite("Counter")
struct CounterFeatureTests {
  @Test("incrTapped increments the count")
  func increment() async {
    let store = TestStore(initialState: CounterFeature.State(count: 4)) { CounterFeature() }
    await store.send(.incrTapped) { $0.count = 5 }
  }

  @Test("decrTapped decrements the count, also below zero")
  func decrement() async {
    let store = TestStore(initialState: CounterFeature.State(count: 0)) { CounterFeature() }
    await store.send(.decrTapped) { $0.count = -1 }
  }

  @Test("The count stops at the maximum and the minimum")
  func bounds() async {
    let highest = TestStore(initialState: CounterFeature.State(count: .max)) { CounterFeature() }
    await highest.send(.incrTapped)
    let lowest = TestStore(initialState: CounterFeature.State(count: .min)) { CounterFeature() }
    await lowest.send(.decrTapped)
  }

  @Test("countTyped replaces the count", arguments: [10_000, -1, .max])
  func typed(number: Int) async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.countTyped(number)) { $0.count = number }
  }

  @Test("The prime modal is shown until it is dismissed")
  func modal() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.isPrimeButtonTapped) { $0.isPrimeModalShown = true }
    await store.send(.primeModalDismissed) { $0.isPrimeModalShown = false }
  }

  @Test("A search disables its button until the answer is shown")
  func answer() async {
    let store = TestStore(initialState: CounterFeature.State(count: 17)) {
      CounterFeature()
    } withDependencies: {
      $0.nthPrime = NthPrimeClient { n in n == 17 ? 59 : nil }
    }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 17
    }
    await store.receive(.nthPrimeResponse(59)) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
      $0.alert = PrimeAlert(n: 17, prime: 59)
    }
    #expect(store.state.alert?.message == "The 17th prime is 59.")
    await store.send(.alertDismissButtonTapped) { $0.alert = nil }
    await store.finish()
  }

  @Test("A search that finds no prime ends without an alert")
  func noAnswer() async {
    let store = TestStore(initialState: CounterFeature.State(count: 0)) {
      CounterFeature()
    } withDependencies: {
      $0.nthPrime = NthPrimeClient { _ in nil }
    }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 0
    }
    await store.receive(.nthPrimeResponse(nil)) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
    }
    await store.finish()
  }

  @Test("The answer names the requested number, even after the count has changed")
  func answerAfterChange() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: CounterFeature.State(count: 5)) {
      CounterFeature()
    } withDependencies: {
      $0.nthPrime = NthPrimeClient { n in
        for await _ in gate {}
        return n == 5 ? 11 : nil
      }
    }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 5
    }
    await store.send(.incrTapped) { $0.count = 6 }
    opener.finish()
    await store.receive(.nthPrimeResponse(11)) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
      $0.alert = PrimeAlert(n: 5, prime: 11)
    }
    await store.finish()
  }

  @Test("A second search is ignored while the first is in progress")
  func secondQuestion() async {
    var state = CounterFeature.State(count: 3)
    state.isNthPrimeButtonDisabled = true
    state.nthPrimeRequest = 2
    let store = TestStore(initialState: state) { CounterFeature() }
    await store.send(.nthPrimeButtonTapped)
    await store.finish()
  }

  @Test("An answer without a request refers to the count")
  func unaskedAnswer() async {
    let store = TestStore(initialState: CounterFeature.State(count: 7)) { CounterFeature() }
    await store.send(.nthPrimeResponse(17)) { $0.alert = PrimeAlert(n: 7, prime: 17) }
  }

  @Test("A long search shows its progress until it ends")
  func progress() async {
    let store = TestStore(initialState: CounterFeature.State(count: 9)) {
      CounterFeature()
    } withDependencies: {
      $0.nthPrime = NthPrimeClient(tellingProgress: { _, progress in
        await progress(40)
        await progress(80)
        return 23
      })
    }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 9
    }
    await store.receive(.nthPrimeProgress(40)) { $0.nthPrimeProgress = 40 }
    await store.receive(.nthPrimeProgress(80)) { $0.nthPrimeProgress = 80 }
    await store.receive(.nthPrimeResponse(23)) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
      $0.nthPrimeProgress = nil
      $0.alert = PrimeAlert(n: 9, prime: 23)
    }
    await store.finish()
  }

  @Test("Canceling a search enables the button and discards the answer")
  func cancel() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(initialState: CounterFeature.State(count: 9)) {
      CounterFeature()
    } withDependencies: {
      $0.nthPrime = NthPrimeClient(tellingProgress: { _, progress in
        await progress(40)
        for await _ in gate {}
        return 23
      })
    }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 9
    }
    await store.receive(.nthPrimeProgress(40)) { $0.nthPrimeProgress = 40 }
    await store.send(.nthPrimeCancelButtonTapped) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
      $0.nthPrimeProgress = nil
    }
    opener.finish()
    await store.finish()
  }

  @Test("A new search can start after a canceled one")
  func askAfterCancel() async {
    let store = TestStore(initialState: CounterFeature.State(count: 4)) {
      CounterFeature()
    } withDependencies: {
      $0.nthPrime = NthPrimeClient { _ in
        for await _ in AsyncStream<Void>.never {}
        return nil
      }
    }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 4
    }
    await store.send(.nthPrimeCancelButtonTapped) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
    }
    store.dependencies.nthPrime = NthPrimeClient { _ in 7 }
    await store.send(.nthPrimeButtonTapped) {
      $0.isNthPrimeButtonDisabled = true
      $0.nthPrimeRequest = 4
    }
    await store.receive(.nthPrimeResponse(7)) {
      $0.isNthPrimeButtonDisabled = false
      $0.nthPrimeRequest = nil
      $0.alert = PrimeAlert(n: 4, prime: 7)
    }
    await store.finish()
  }

  @Test("Without a search, cancel and progress actions are ignored")
  func nothingAsked() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.nthPrimeCancelButtonTapped)
    await store.send(.nthPrimeProgress(50))
    await store.finish()
  }

  @Test("Progress is clamped to the range from 0 to 100")
  func progressBounds() async {
    var state = CounterFeature.State(count: 3)
    state.isNthPrimeButtonDisabled = true
    state.nthPrimeRequest = 3
    let store = TestStore(initialState: state) { CounterFeature() }
    await store.send(.nthPrimeProgress(1_000)) { $0.nthPrimeProgress = 100 }
    await store.send(.nthPrimeProgress(-1)) { $0.nthPrimeProgress = 0 }
  }
}
