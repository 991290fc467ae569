import ComposableArchitecture
import ComposableArchitectureTesting
import FavoritePrimes
import Foundation
import Testing

@MainActor
@Suite("Favorite primes")
struct FavoritePrimesFeatureTests {
  private static let fileName = "favorite-primes.json"

  private func store(
    _ primes: [Int], storage: DataStorage = .inMemory()
  ) -> TestStoreOf<FavoritePrimesFeature> {
    TestStore(initialState: FavoritePrimesFeature.State(favoritePrimes: primes)) {
      FavoritePrimesFeature()
    } withDependencies: {
      $0.dataStorage = storage
    }
  }

  private func storage(holding text: String) -> DataStorage {
    .inMemory([Self.fileName: Data(text.utf8)])
  }

  @Test("The primes at the places given are deleted, and the others stay in order")
  func delete() async {
    await store([2, 3, 5, 7]).send(.deleteFavoritePrimes([0, 2])) { $0.favoritePrimes = [3, 7] }
  }

  @Test("Places beyond the end of the list are passed over")
  func deleteBeyondEnd() async {
    let store = store([2, 3])
    await store.send(.deleteFavoritePrimes([2, 1_000_000]))
    await store.send(.deleteFavoritePrimes([1, 2])) { $0.favoritePrimes = [2] }
  }

  @Test("What was saved is loaded again, in the same order")
  func saveAndLoad() async {
    let storage = DataStorage.inMemory()
    let before = store([7, 2, 5], storage: storage)
    await before.send(.saveButtonTapped)
    await before.finish()

    let after = store([], storage: storage)
    await after.send(.loadButtonTapped)
    await after.receive(.loadedFavoritePrimes([7, 2, 5])) { $0.favoritePrimes = [7, 2, 5] }
    await after.finish()
  }

  @Test("The primes are saved as a JSON list")
  func form() async throws {
    let storage = DataStorage.inMemory()
    let store = store([3, 2], storage: storage)
    await store.send(.saveButtonTapped)
    await store.finish()
    #expect(try await storage.load(Self.fileName) == Data("[3,2]".utf8))
  }

  @Test("Loading replaces the list that is there")
  func loadReplaces() async {
    let store = store([2, 3], storage: storage(holding: " [ 11, 13 ] "))
    await store.send(.loadButtonTapped)
    await store.receive(.loadedFavoritePrimes([11, 13])) { $0.favoritePrimes = [11, 13] }
    await store.finish()
  }

  @Test("Where nothing was saved yet, loading leaves the list as it is")
  func nothingSaved() async {
    let store = store([2, 3])
    await store.send(.loadButtonTapped)
    await store.finish()
  }

  @Test(
    "A file that holds something else is refused with a remedy, and the list stays as it is",
    arguments: ["", "[1, 2", "{}", "[\"2\"]", "[2.5]", "[99999999999999999999]", "null"])
  func unreadable(text: String) async {
    let store = store([2], storage: storage(holding: text))
    await store.send(.loadButtonTapped)
    await store.receive(
      .storageFailed(
        """
        The favorite primes were not loaded, and the list is as it was: "favorite-primes.json" is \
        not a JSON list of whole numbers, such as [2, 3, 5]. Mend the file, or save to replace it.
        """))
    await store.finish()
  }

  @Test("A storage that cannot load is told of, and the list stays as it is")
  func loadFails() async {
    let store = store([2], storage: BrokenStorage.storage)
    await store.send(.loadButtonTapped)
    await store.receive(
      .storageFailed(
        "The favorite primes were not loaded, and the list is as it was: the disk is gone"))
    await store.finish()
  }

  @Test("A storage that cannot save is told of")
  func saveFails() async {
    let store = store([2], storage: BrokenStorage.storage)
    await store.send(.saveButtonTapped)
    await store.receive(.storageFailed("The favorite primes were not saved: the disk is gone"))
    await store.finish()
  }
}
