import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import ShoppingList
import Testing

@MainActor
@Suite("The shopping list's file")
struct ShoppingListStorageTests {
  private static let fileName = "shopping-list.json"
  private let milk = ProductFeature.State(id: UUID(10), name: "Milk \"1 l\"\n")
  private let bread = ProductFeature.State(id: UUID(11), name: "Bread", isBought: true)

  private func store(
    _ products: ProductFeature.State..., storage: DataStorage
  ) -> TestStoreOf<ShoppingListFeature> {
    TestStore(
      initialState: ShoppingListFeature.State(products: IdentifiedArray(uniqueElements: products))
    ) {
      ShoppingListFeature()
    } withDependencies: {
      $0.dataStorage = storage
    }
  }

  private func save(
    _ store: TestStoreOf<ShoppingListFeature>, expecting answer: ShoppingListFeature.Action? = nil
  ) async {
    await store.send(.saveProducts) { $0.saveStatus = .saving(isEditedSince: false) }
    if let answer { await store.receive(answer) }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await store.finish()
  }

  private func storage(holding text: String) -> DataStorage {
    .inMemory([Self.fileName: Data(text.utf8)])
  }

  @Test("A saved list is loaded in the same order")
  func saveAndLoad() async {
    let storage = DataStorage.inMemory()
    let before = store(milk, bread, storage: storage)
    await save(before)

    let after = store(storage: storage)
    await after.send(.loadProducts)
    await after.receive(.productsLoaded([milk, bread])) { $0.products = [milk, bread] }
    await after.finish()
  }

  @Test("The products are saved as human-readable JSON")
  func form() async throws {
    let storage = DataStorage.inMemory()
    let store = store(bread, storage: storage)
    await save(store)
    let data = try #require(try await storage.load(Self.fileName))
    #expect(
      String(decoding: data, as: UTF8.self) == """
        [
          {
            "id" : "00000000-0000-0000-0000-00000000000B",
            "isBought" : true,
            "name" : "Bread"
          }
        ]
        """)
  }

  @Test("Without a saved file, loading leaves the list unchanged")
  func nothingSaved() async {
    let store = store(milk, storage: .inMemory())
    await store.send(.loadProducts)
    await store.finish()
  }

  @Test(
    "An unreadable file is rejected with a remedy, and the list is unchanged",
    arguments: ["", "[", "{}", "[2]", "[{\"id\": \"1\", \"name\": \"Milk\", \"isBought\": true}]"])
  func unreadable(text: String) async {
    let store = store(milk, storage: storage(holding: text))
    await store.send(.loadProducts)
    await store.receive(
      .storageFailed(
        """
        The shopping list was not loaded, and is as it was: "shopping-list.json" is not a JSON \
        list of products with "id", "name" and "isBought". Mend it; when the list is saved, it is \
        kept under another name.
        """))
    await store.finish()
  }

  @Test("A file with a repeated identifier is rejected, naming both products")
  func repeatedID() async {
    let row = #"{"id": "00000000-0000-0000-0000-000000000001", "name": "", "isBought": false}"#
    let other = #"{"id": "00000000-0000-0000-0000-000000000002", "name": "", "isBought": false}"#
    let store = store(milk, storage: storage(holding: "[\(row), \(other), \(row)]"))
    await store.send(.loadProducts)
    await store.receive(
      .storageFailed(
        """
        The shopping list was not loaded, and is as it was: in "shopping-list.json" the products \
        0 and 2, counted from 0, have the same id, 00000000-0000-0000-0000-000000000001. Give each \
        an id of its own; when the list is saved, the file is kept under another name.
        """))
    await store.finish()
  }

  @Test("A load failure is reported, and the list is unchanged")
  func loadFails() async {
    let store = store(milk, storage: BrokenStorage.storage)
    await store.send(.loadProducts)
    await store.receive(
      .storageFailed("The shopping list was not loaded, and is as it was: the disk is gone"))
    await store.finish()
  }

  @Test("A save failure is reported")
  func saveFails() async {
    let store = store(milk, storage: BrokenStorage.storage)
    await save(
      store, expecting: .storageFailed("The shopping list was not saved: the disk is gone"))
  }

  @Test("Saving over an unreadable file copies it first, and reports the copy")
  func brokenFileIsKept() async throws {
    let storage = storage(holding: "[{}]")
    let store = store(milk, storage: storage)
    await save(
      store,
      expecting: .storageWarned(
        """
        "shopping-list.json" was not a list of products. The shopping list was saved, and what was \
        in the file is kept as "shopping-list.broken-1.json".
        """))
    #expect(try await storage.load("shopping-list.broken-1.json") == Data("[{}]".utf8))
    await store.send(.loadProducts)
    await store.receive(.productsLoaded([milk]))
    await store.finish()
  }

  @Test("When the disk is full, the failure is reported and the saved file survives")
  func diskFull() async {
    let before = storage(holding: "[]")
    let full = DataStorage(load: before.load, save: { _, _ in throw BrokenStorage.diskIsGone })
    let store = store(milk, storage: full)
    await save(
      store, expecting: .storageFailed("The shopping list was not saved: the disk is gone"))
    await store.send(.loadProducts)
    await store.receive(.productsLoaded([])) { $0.products = [] }
    await store.finish()
  }
}
