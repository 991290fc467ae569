package import ComposableArchitecture

/// Counts up and down, shows whether the count is prime, and finds the prime with that number.
@Reducer(.recordable)
package struct CounterFeature {
  package struct State: Equatable, Sendable {
    package var count = 0
    /// Whether a search for a prime is in progress.
    package var isNthPrimeButtonDisabled = false
    package var isPrimeModalShown = false
    /// The answer to the last search, until the user dismisses it.
    package var alert: PrimeAlert?
    /// The number of the prime being searched for. The count may change during the search.
    package var nthPrimeRequest: Int?
    /// The progress of the search in percent, if the search has reported any.
    package var nthPrimeProgress: Int?

    package init(count: Int = 0) {
      self.count = count
    }
  }

  package enum Action: Equatable, Sendable {
    @RecordedAs("increment") case incrTapped
    @RecordedAs("decrement") case decrTapped
    /// The user typed a new count.
    case countTyped(Int)
    case isPrimeButtonTapped
    case primeModalDismissed
    /// Searches for the prime whose number is the count.
    case nthPrimeButtonTapped
    /// The search reported its progress, in percent.
    case nthPrimeProgress(Int)
    case nthPrimeCancelButtonTapped
    /// The search ended with this prime, or with `nil` if it found none.
    case nthPrimeResponse(Int?)
    case alertDismissButtonTapped
  }

  @Dependency(\.nthPrime) private var nthPrime

  private enum CancelID { case nthPrime }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrTapped:
        if state.count < .max { state.count += 1 }
      case .decrTapped:
        if state.count > .min { state.count -= 1 }
      case .countTyped(let count):
        state.count = count
      case .isPrimeButtonTapped:
        state.isPrimeModalShown = true
      case .primeModalDismissed:
        state.isPrimeModalShown = false
      case .nthPrimeButtonTapped:
        return askForPrime(&state)
      case .nthPrimeProgress(let percent):
        if state.nthPrimeRequest != nil { state.nthPrimeProgress = min(max(percent, 0), 100) }
      case .nthPrimeCancelButtonTapped:
        return takeBackQuestion(&state)
      case .nthPrimeResponse(let prime):
        showAnswer(prime, in: &state)
      case .alertDismissButtonTapped:
        state.alert = nil
      }
      return .none
    }
  }

  private func askForPrime(_ state: inout State) -> Effect<Action> {
    guard !state.isNthPrimeButtonDisabled else { return .none }
    state.isNthPrimeButtonDisabled = true
    state.nthPrimeRequest = state.count
    return .run { [nthPrime, count = state.count] send in
      for await event in nthPrime.find(count) {
        switch event {
        case .progress(let percent): await send(.nthPrimeProgress(percent))
        case .found(let prime): await send(.nthPrimeResponse(prime))
        }
      }
    }
    .cancellable(id: CancelID.nthPrime)
  }

  private func takeBackQuestion(_ state: inout State) -> Effect<Action> {
    guard state.isNthPrimeButtonDisabled else { return .none }
    closeQuestion(&state)
    return .cancel(id: CancelID.nthPrime)
  }

  private func showAnswer(_ prime: Int?, in state: inout State) {
    let n = state.nthPrimeRequest ?? state.count
    closeQuestion(&state)
    if let prime { state.alert = PrimeAlert(n: n, prime: prime) }
  }

  private func closeQuestion(_ state: inout State) {
    state.isNthPrimeButtonDisabled = false
    state.nthPrimeRequest = nil
    state.nthPrimeProgress = nil
  }
}

@Recordable
package struct PrimeAlert: Hashable, Sendable {
  /// The number of the prime, counting from 1.
  package var n: Int
  package var prime: Int

  package init(n: Int, prime: Int) {
    self.n = n
    self.prime = prime
  }

  package var message: String { "The \(n.ordinal) prime is \(prime)." }
}
