import ComposableArchitecture
import ComposableArchitectureTesting
import PrimeModal
import Testing

@MainActor
@Suite("Prime modal")
struct PrimeModalFeatureTests {
  private func store(
    _ count: Int, favorites: [Int]
  ) -> TestStoreOf<PrimeModalFeature> {
    TestStore(initialState: PrimeModalFeature.State(count: count, favoritePrimes: favorites)) {
      PrimeModalFeature()
    }
  }

  @Test("Saving a prime appends it to the favorites")
  func save() async {
    await store(3, favorites: [7, 5]).send(.saveFavoritePrimeTapped) {
      $0.favoritePrimes = [7, 5, 3]
    }
  }

  @Test("Saving a favorite again does nothing")
  func saveAgain() async {
    await store(7, favorites: [7, 5]).send(.saveFavoritePrimeTapped)
  }

  @Test("Saving a number that is not prime does nothing")
  func saveComposite() async {
    await store(9, favorites: [7]).send(.saveFavoritePrimeTapped)
  }

  @Test("Removing a favorite keeps the order of the remaining ones")
  func remove() async {
    await store(5, favorites: [7, 5, 3]).send(.removeFavoritePrimeTapped) {
      $0.favoritePrimes = [7, 3]
    }
  }

  @Test("Removing a prime that is not a favorite does nothing")
  func removeOther() async {
    await store(2, favorites: [7, 5]).send(.removeFavoritePrimeTapped)
  }
}
