import ComposableArchitecture
import ComposableArchitectureTesting
import FavoritePrimes
import Testing

@MainActor
@Suite("Favorite primes, looked at closely")
struct PrimeDetailTests {
  private func store(_ primes: Int...) -> TestStoreOf<FavoritePrimesFeature> {
    TestStore(initialState: FavoritePrimesFeature.State(favoritePrimes: primes)) {
      FavoritePrimesFeature()
    }
  }

  @Test("A prime that is tapped is shown until one goes back")
  func showAndBack() async {
    let store = store(2, 17)
    await store.send(.primeTapped(1)) { $0.path[id: 0] = PrimeDetailFeature.State(prime: 17) }
    await store.send(.path(.element(id: 0, action: .backTapped)))
    await store.receive(.path(.popFrom(id: 0))) { $0.path[id: 0] = nil }
    await store.finish()
  }

  @Test("A place where there is no prime shows none", arguments: [-1, 1, .max])
  func noPrime(place: Int) async {
    await store(2).send(.primeTapped(place))
  }

  @Test("From one prime one goes on to the next, as far as the list goes")
  func next() async {
    let store = store(2, 17)
    await store.send(.primeTapped(0)) { $0.path[id: 0] = PrimeDetailFeature.State(prime: 2) }
    await store.send(.path(.element(id: 0, action: .nextTapped))) {
      $0.path[id: 1] = PrimeDetailFeature.State(prime: 17)
    }
    await store.send(.path(.element(id: 1, action: .nextTapped)))
    await store.send(.path(.popFrom(id: 1))) { $0.path[id: 1] = nil }
  }

  @Test("A prime that is deleted is not shown any longer, nor what was reached from it")
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

  @Test("A prime that the list has lost has none that follows it")
  func lost() async {
    let store = store(2, 17)
    await store.send(.primeTapped(0)) { $0.path[id: 0] = PrimeDetailFeature.State(prime: 2) }
    await store.send(.loadedFavoritePrimes([17])) { $0.favoritePrimes = [17] }
    await store.send(.path(.element(id: 0, action: .nextTapped)))
  }
}
