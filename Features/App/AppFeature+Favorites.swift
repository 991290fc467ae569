import Counter
package import FavoritePrimes
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

  /// The part of the list of favorites: the favorite primes, and the question about them.
  package var favorites: FavoritePrimesFeature.State {
    get {
      var favorites = FavoritePrimesFeature.State(favoritePrimes: favoritePrimes)
      favorites.$alert = $favoritesAlert
      return favorites
    }
    set {
      favoritePrimes = newValue.favoritePrimes
      $favoritesAlert = newValue.$alert
    }
  }
}
