package import ComposableArchitecture

/// Shows whether a number is prime, and adds it to the favorite primes or removes it.
@Reducer(.recordable)
package struct PrimeModalFeature {
  package struct State: Equatable, Sendable {
    package var count: Int
    /// The favorite primes, in the order in which the user saved them.
    package var favoritePrimes: [Int]

    package init(count: Int, favoritePrimes: [Int] = []) {
      self.count = count
      self.favoritePrimes = favoritePrimes
    }

    package var isPrime: Bool { count.isPrime }

    package var isFavorite: Bool { favoritePrimes.contains(count) }
  }

  package enum Action: Equatable, Sendable {
    /// Adds the number to the favorite primes, if it is prime and not yet among them.
    case saveFavoritePrimeTapped
    case removeFavoritePrimeTapped
  }

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

package enum PrimeModalScreen {
  /// Returns whether the number is prime, and the available buttons.
  package static func lines(_ state: PrimeModalFeature.State) -> [String] {
    ["\(state.count) is \(state.isPrime ? "prime" : "not prime")."] + favoriteButton(state)
      + ["[Close]"]
  }

  private static func favoriteButton(_ state: PrimeModalFeature.State) -> [String] {
    if state.isFavorite { return ["[Remove from favorite primes]"] }
    return state.isPrime ? ["[Save to favorite primes]"] : []
  }
}
