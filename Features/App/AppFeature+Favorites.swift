import Counter
import FavoritePrimes
package import PrimeModal

// The favorite primes are kept once. The features that share them see them through these.
extension AppFeature.State {
  /// The prime modal's part: the counter's number and the favorite primes.
  package var primeModal: PrimeModalFeature.State {
    get { PrimeModalFeature.State(count: counter.count, favoritePrimes: favoritePrimes) }
    set {
      counter.count = newValue.count
      favoritePrimes = newValue.favoritePrimes
    }
  }

  /// The favorite primes, which the prime modal and the list of favorites both change.
  package var favoritePrimes: [Int] {
    get { favorites.favoritePrimes }
    set { favorites.favoritePrimes = newValue }
  }
}
