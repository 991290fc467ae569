package import ComposableArchitecture

/// A number that goes up and down, and two questions about it: is it prime, and which is the prime
/// of that number.
@Reducer
package struct CounterFeature {
  /// What the counter knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The number.
    package var count = 0
    /// Whether the answer to the question for a prime is still awaited.
    package var isNthPrimeButtonDisabled = false
    /// Whether the prime modal is shown.
    package var isPrimeModalShown = false
    /// The answer that is shown, until it is dismissed.
    package var alert: PrimeAlert?
    /// Which prime was asked for, while the answer is awaited: the count may change meanwhile.
    package var nthPrimeRequest: Int?
    /// How much of the search is done, in percent, if it has told.
    package var nthPrimeProgress: Int?

    /// Creates a counter that nothing has been asked of.
    package init(count: Int = 0) {
      self.count = count
    }
  }

  /// What can happen to the counter.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The number was to go up by one.
    @RecordedAs("increment") case incrTapped
    /// The number was to go down by one.
    @RecordedAs("decrement") case decrTapped
    /// The number was to be another one at once.
    case countTyped(Int)
    /// The prime modal was to be shown.
    case isPrimeButtonTapped
    /// The prime modal was closed.
    case primeModalDismissed
    /// The prime of that number was asked for.
    case nthPrimeButtonTapped
    /// The search for the prime is so far, in percent.
    case nthPrimeProgress(Int)
    /// The question for a prime was taken back.
    case nthPrimeCancelButtonTapped
    /// The answer: the prime, or nil if there is none to be had.
    case nthPrimeResponse(Int?)
    /// The alert with the answer was closed.
    case alertDismissButtonTapped
  }

  @Dependency(\.nthPrime) private var nthPrime

  private enum CancelID { case nthPrime }

  /// Creates the feature.
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
      let prime = await nthPrime(count) { await send(.nthPrimeProgress($0)) }
      await send(.nthPrimeResponse(prime))
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

/// The answer to the question for the prime of a number.
@Recordable
package struct PrimeAlert: Hashable, Sendable {
  /// Which prime was asked for, from 1.
  package var n: Int
  /// The prime.
  package var prime: Int

  /// Creates the answer that the prime of the number `n` is `prime`.
  package init(n: Int, prime: Int) {
    self.n = n
    self.prime = prime
  }

  /// The answer as a sentence.
  package var message: String { "The \(n.ordinal) prime is \(prime)." }
}
