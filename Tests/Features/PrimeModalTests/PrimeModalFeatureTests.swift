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

  @Test("A prime that is saved is the last of the favorites")
  func save() async {
    await store(3, favorites: [7, 5]).send(.saveFavoritePrimeTapped) {
      $0.favoritePrimes = [7, 5, 3]
    }
  }

  @Test("A prime that is a favorite already is not saved again")
  func saveAgain() async {
    await store(7, favorites: [7, 5]).send(.saveFavoritePrimeTapped)
  }

  @Test("A number that is not prime is not saved")
  func saveComposite() async {
    await store(9, favorites: [7]).send(.saveFavoritePrimeTapped)
  }

  @Test("A favorite that is removed is gone, and the others stay in order")
  func remove() async {
    await store(5, favorites: [7, 5, 3]).send(.removeFavoritePrimeTapped) {
      $0.favoritePrimes = [7, 3]
    }
  }

  @Test("A prime that is no favorite cannot be removed")
  func removeOther() async {
    await store(2, favorites: [7, 5]).send(.removeFavoritePrimeTapped)
  }
}
