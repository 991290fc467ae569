package import ComposableArchitecture

/// Says whether a number is prime, and keeps it among the favorite primes or takes it out.
@Reducer
package struct PrimeModalFeature {
  /// What the modal knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The number in question.
    package var count: Int
    /// The favorite primes, in the order in which they were saved.
    package var favoritePrimes: [Int]

    /// Creates a modal about a number.
    package init(count: Int, favoritePrimes: [Int] = []) {
      self.count = count
      self.favoritePrimes = favoritePrimes
    }

    /// Whether the number is prime.
    package var isPrime: Bool { count.isPrime }

    /// Whether the number is among the favorite primes.
    package var isFavorite: Bool { favoritePrimes.contains(count) }
  }

  /// What can happen in the modal.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The number was to be kept among the favorite primes.
    case saveFavoritePrimeTapped
    /// The number was to be taken out of the favorite primes.
    case removeFavoritePrimeTapped
  }

  /// Creates the feature.
  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .saveFavoritePrimeTapped:
      if state.isPrime, !state.isFavorite { state.favoritePrimes.append(state.count) }
    case .removeFavoritePrimeTapped:
      let count = state.count
      state.favoritePrimes.removeAll { $0 == count }
    }
    return .none
  }
}

/// The prime modal as lines of text.
package enum PrimeModalScreen {
  /// Whether the number is prime, and the buttons that are there.
  package static func lines(_ state: PrimeModalFeature.State) -> [String] {
    ["\(state.count) is \(state.isPrime ? "prime" : "not prime")."] + favoriteButton(state)
      + ["[Close]"]
  }

  private static func favoriteButton(_ state: PrimeModalFeature.State) -> [String] {
    if state.isFavorite { return ["[Remove from favorite primes]"] }
    return state.isPrime ? ["[Save to favorite primes]"] : []
  }
}
