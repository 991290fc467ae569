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

  private static func question(_ title: String, _ primes: [Int]) -> AlertState<
    FavoritePrimesFeature.Action.Alert
  > {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(primes)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }

  @Test(
    "Confirming a deletion deletes the primes and keeps the order of the remaining ones")
  func delete() async {
    let store = store([2, 3, 5, 7])
    await store.send(.deleteFavoritePrimes([0, 2])) {
      $0.alert = Self.question("Delete 2 and 5?", [2, 5])
    }
    await store.send(.alert(.presented(.confirmDeletion([2, 5])))) {
      $0.alert = nil
      $0.favoritePrimes = [3, 7]
    }
  }

  @Test("Dismissing the question leaves the list unchanged")
  func cancelDeletion() async {
    let store = store([2, 17])
    await store.send(.deleteFavoritePrimes([1])) { $0.alert = Self.question("Delete 17?", [17]) }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test(
    "The question names up to five primes, and counts further ones",
    arguments: [
      ([2], "Delete 2?"), ([2, 3, 5], "Delete 2, 3 and 5?"),
      ([2, 3, 5, 7, 11], "Delete 2, 3, 5, 7 and 11?"),
      ([2, 3, 5, 7, 11, 13], "Delete 6 favorite primes?"),
    ])
  func questions(primes: [Int], title: String) async {
    await store(primes).send(.deleteFavoritePrimes(IndexSet(primes.indices))) {
      $0.alert = Self.question(title, primes)
    }
  }

  @Test("A confirmed prime that has left the list is ignored")
  func confirmGone() async {
    let store = store([2, 3])
    await store.send(.deleteFavoritePrimes([0])) { $0.alert = Self.question("Delete 2?", [2]) }
    await store.send(.loadedFavoritePrimes([3])) { $0.favoritePrimes = [3] }
    await store.send(.alert(.presented(.confirmDeletion([2])))) { $0.alert = nil }
  }

  @Test("Indices beyond the end of the list are ignored")
  func deleteBeyondEnd() async {
    let store = store([2, 3])
    await store.send(.deleteFavoritePrimes([2, 1_000_000]))
    await store.send(.deleteFavoritePrimes([1, 2])) { $0.alert = Self.question("Delete 3?", [3]) }
  }

  @Test("A saved list is loaded in the same order")
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

  @Test("The primes are saved as a JSON array")
  func form() async throws {
    let storage = DataStorage.inMemory()
    let store = store([3, 2], storage: storage)
    await store.send(.saveButtonTapped)
    await store.finish()
    #expect(try await storage.load(Self.fileName) == Data("[3,2]".utf8))
  }

  @Test("Loading replaces the current list")
  func loadReplaces() async {
    let store = store([2, 3], storage: storage(holding: " [ 11, 13 ] "))
    await store.send(.loadButtonTapped)
    await store.receive(.loadedFavoritePrimes([11, 13])) { $0.favoritePrimes = [11, 13] }
    await store.finish()
  }

  @Test("Without a saved file, loading leaves the list unchanged")
  func nothingSaved() async {
    let store = store([2, 3])
    await store.send(.loadButtonTapped)
    await store.finish()
  }

  @Test(
    "An unreadable file is rejected with a remedy, and the list is unchanged",
    arguments: ["", "[1, 2", "{}", "[\"2\"]", "[2.5]", "[99999999999999999999]", "null"])
  func unreadable(text: String) async {
    let store = store([2], storage: storage(holding: text))
    await store.send(.loadButtonTapped)
    await store.receive(
      .storageFailed(
        """
        The favorite primes were not loaded, and the list is as it was: "favorite-primes.json" is \
        not a JSON list of whole numbers, such as [2, 3, 5]. Mend it; if you save instead, it is \
        kept under another name.
        """))
    await store.finish()
  }

  @Test("A load failure is reported, and the list is unchanged")
  func loadFails() async {
    let store = store([2], storage: BrokenStorage.storage)
    await store.send(.loadButtonTapped)
    await store.receive(
      .storageFailed(
        "The favorite primes were not loaded, and the list is as it was: the disk is gone"))
    await store.finish()
  }

  @Test("A save failure is reported")
  func saveFails() async {
    let store = store([2], storage: BrokenStorage.storage)
    await store.send(.saveButtonTapped)
    await store.receive(.storageFailed("The favorite primes were not saved: the disk is gone"))
    await store.finish()
  }

  @Test("Saving over an unreadable file copies it first, and reports the copy")
  func brokenFileIsKept() async throws {
    let storage = storage(holding: "[1, 2")
    let store = store([3], storage: storage)
    await store.send(.saveButtonTapped)
    await store.receive(
      .storageWarned(
        """
        "favorite-primes.json" was not a list of favorite primes. The list was saved, and what was \
        in the file is kept as "favorite-primes.broken-1.json".
        """))
    await store.finish()
    #expect(try await storage.load(Self.fileName) == Data("[3]".utf8))
    #expect(try await storage.load("favorite-primes.broken-1.json") == Data("[1, 2".utf8))
  }

  @Test("When the disk is full, the failure is reported and the saved file survives")
  func diskFull() async throws {
    let before = storage(holding: "[2]")
    let full = DataStorage(load: before.load, save: { _, _ in throw BrokenStorage.diskIsGone })
    let store = store([2, 3], storage: full)
    await store.send(.saveButtonTapped)
    await store.receive(.storageFailed("The favorite primes were not saved: the disk is gone"))
    await store.send(.loadButtonTapped)
    await store.receive(.loadedFavoritePrimes([2])) { $0.favoritePrimes = [2] }
    await store.finish()
  }

  @Test("The later of two concurrent saves takes effect")
  func savesInOrder() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let memory = DataStorage.inMemory()
    let storage = DataStorage(
      load: { name in
        for await _ in gate {}
        return try await memory.load(name)
      }, save: memory.save)
    let store = store([2], storage: storage)
    await store.send(.saveButtonTapped)
    await store.send(.loadedFavoritePrimes([2, 3])) { $0.favoritePrimes = [2, 3] }
    await store.send(.saveButtonTapped)
    opener.finish()
    await store.finish()
    #expect(try await memory.load(Self.fileName) == Data("[2,3]".utf8))
  }

  @Test("Storage failures and warnings leave the list unchanged")
  func otherActions() async {
    let store = store([2])
    await store.send(.storageWarned("kept"))
    await store.send(.storageFailed("not saved"))
  }
}
