import ComposableArchitecture
import ComposableArchitectureTesting
import FavoritePrimes
import Testing

@MainActor
@Suite("The details of favorite primes")
struct PrimeDetailTests {
  private func store(_ primes: Int...) -> TestStoreOf<FavoritePrimesFeature> {
    TestStore(initialState: FavoritePrimesFeature.State(favoritePrimes: primes)) {
      FavoritePrimesFeature()
    }
  }

  @Test("A tapped prime is shown until the user goes back")
  func showAndBack() async {
    let store = store(2, 17)
    await store.send(.primeTapped(1)) { $0.path[id: 0] = PrimeDetailFeature.State(prime: 17) }
    await store.send(.path(.element(id: 0, action: .backTapped)))
    await store.receive(.path(.popFrom(id: 0))) { $0.path[id: 0] = nil }
    await store.finish()
  }

  @Test("An index without a prime shows no details", arguments: [-1, 1, .max])
  func noPrime(place: Int) async {
    await store(2).send(.primeTapped(place))
  }

  @Test("nextTapped shows the next prime, up to the end of the list")
  func next() async {
    let store = store(2, 17)
    await store.send(.primeTapped(0)) { $0.path[id: 0] = PrimeDetailFeature.State(prime: 2) }
    await store.send(.path(.element(id: 0, action: .nextTapped))) {
      $0.path[id: 1] = PrimeDetailFeature.State(prime: 17)
    }
    await store.send(.path(.element(id: 1, action: .nextTapped)))
    await store.send(.path(.popFrom(id: 1))) { $0.path[id: 1] = nil }
  }

  @Test("Deleting a prime closes its details, and the details that were opened from them")
  func delete() async {
    let store = store(2, 17, 19)
    store.exhaustivity = .off
    await store.send(.primeTapped(0))
    await store.send(.path(.element(id: 0, action: .nextTapped)))
    await store.send(.path(.element(id: 1, action: .nextTapped)))
    await store.send(.path(.element(id: 1, action: .deleteTapped)))
    #expect(store.state.alert.map { String(state: $0.title) } == "Delete 17?")
    await store.send(.alert(.presented(.confirmDeletion([17]))))
    #expect(store.state.favoritePrimes == [2, 19])
    #expect(store.state.path.map(\.prime) == [2])
  }

  @Test("A prime that has left the list has no next prime")
  func lost() async {
    let store = store(2, 17)
    await store.send(.primeTapped(0)) { $0.path[id: 0] = PrimeDetailFeature.State(prime: 2) }
    await store.send(.loadedFavoritePrimes([17])) { $0.favoritePrimes = [17] }
    await store.send(.path(.element(id: 0, action: .nextTapped)))
  }
}
