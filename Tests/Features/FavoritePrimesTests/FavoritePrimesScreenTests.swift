import FavoritePrimes
import Testing

@Suite("The screen of the favorite primes")
struct FavoritePrimesScreenTests {
  @Test("Each prime is shown with the place that it is deleted by")
  func primes() {
    #expect(
      FavoritePrimesScreen.lines(FavoritePrimesFeature.State(favoritePrimes: [7, 3])) == [
        "0: 7", "1: 3", "[Save] [Load]",
      ])
  }

  @Test("An empty list says so")
  func empty() {
    #expect(
      FavoritePrimesScreen.lines(FavoritePrimesFeature.State()) == ["None yet.", "[Save] [Load]"])
  }
}
