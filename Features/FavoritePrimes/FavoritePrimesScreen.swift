/// The favorite primes as lines of text.
package enum FavoritePrimesScreen {
  /// The primes, each with its place from 0, and the buttons.
  package static func lines(_ state: FavoritePrimesFeature.State) -> [String] {
    let primes = state.favoritePrimes.enumerated().map { "\($0.offset): \($0.element)" }
    return (primes.isEmpty ? ["None yet."] : primes) + ["[Save] [Load]"]
  }
}
