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
