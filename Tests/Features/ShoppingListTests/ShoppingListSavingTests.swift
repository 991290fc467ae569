import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import ShoppingList
import Testing

/// The tests are exhaustive: they fail after a save too many, such as a save for each letter.
@MainActor
@Suite("The timing of saves of the shopping list")
struct ShoppingListSavingTests {
  private let milk = ProductFeature.State(id: UUID(10), name: "Milk")
  private let clock = TestClock()
  private let saved = LockIsolated<[String]>([])

  private func store(
    storage: DataStorage = .inMemory()
  ) -> TestStoreOf<ShoppingListFeature> {
    TestStore(initialState: ShoppingListFeature.State(products: [milk])) {
      ShoppingListFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.dataStorage = DataStorage(
        load: storage.load,
        save: { [saved] data, name in
          try await storage.save(data, name)
          let products = try JSONDecoder().decode([ProductFeature.State].self, from: data)
          saved.withValue { $0.append(products.map(\.name).joined(separator: ", ")) }
        })
    }
  }

  /// Returns a store whose saves wait until the continuation finishes.
  private func waitingStore() -> (
    store: TestStoreOf<ShoppingListFeature>, opener: AsyncStream<Void>.Continuation
  ) {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let memory = DataStorage.inMemory()
    let storage = DataStorage(
      load: memory.load,
      save: { data, name in
        for await _ in gate {}
        try await memory.save(data, name)
      })
    return (store(storage: storage), opener)
  }

  /// Begins a save, and then edits a name.
  private func editDuringSave(_ store: TestStoreOf<ShoppingListFeature>) async {
    await store.send(.saveProducts) { $0.saveStatus = .saving(isEditedSince: false) }
    await store.send(rename("Oats")) {
      $0.products[0].name = "Oats"
      $0.saveStatus = .saving(isEditedSince: true)
    }
  }

  private func rename(_ name: String) -> ShoppingListFeature.Action {
    .products(.element(id: milk.id, action: .updateName(name)))
  }

  @Test("The list is saved one second after an edit")
  func edit() async {
    let store = store()
    await store.send(.addProduct) {
      $0.products = [ProductFeature.State(id: UUID(0)), milk]
      $0.saveStatus = .due(isEditedSince: false)
    }
    await clock.advance(by: .milliseconds(999))
    #expect(saved.value.isEmpty)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.saveTimerFired) { $0.saveStatus = .saving(isEditedSince: false) }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await clock.advance(by: .seconds(1_000))
    await store.finish()
    #expect(saved.value == [", Milk"])
  }

  @Test("A typed name is saved once, after typing pauses")
  func typing() async {
    let store = store()
    await store.send(rename("O")) {
      $0.products[0].name = "O"
      $0.saveStatus = .due(isEditedSince: false)
    }
    await clock.advance(by: .milliseconds(900))
    await store.send(rename("Oa")) {
      $0.products[0].name = "Oa"
      $0.saveStatus = .due(isEditedSince: true)
    }
    await store.send(rename("Oat")) { $0.products[0].name = "Oat" }
    await clock.advance(by: .milliseconds(100))
    await store.receive(.saveTimerFired) { $0.saveStatus = .due(isEditedSince: false) }
    #expect(saved.value.isEmpty)
    await clock.advance(by: .seconds(1))
    await store.receive(.saveTimerFired) { $0.saveStatus = .saving(isEditedSince: false) }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await store.finish()
    #expect(saved.value == ["Oat"])
  }

  @Test("Submitting an edited name saves at once")
  func submit() async {
    let store = store()
    await store.send(.products(.element(id: milk.id, action: .nameSubmitted)))
    await store.send(rename("Oats")) {
      $0.products[0].name = "Oats"
      $0.saveStatus = .due(isEditedSince: false)
    }
    await store.send(.products(.element(id: milk.id, action: .nameSubmitted))) {
      $0.saveStatus = .saving(isEditedSince: false)
    }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await clock.advance(by: .seconds(1_000))
    await store.finish()
    #expect(saved.value == ["Oats"])
  }

  @Test("Leaving edit mode saves edits, and saves nothing without edits")
  func editMode() async {
    let store = store()
    await store.send(.editTapped) { $0.isEditing = true }
    await store.send(.editTapped) { $0.isEditing = false }
    await store.send(.editTapped) { $0.isEditing = true }
    await store.send(.deleteProducts([0])) {
      $0.products = []
      $0.saveStatus = .due(isEditedSince: false)
    }
    await store.send(.editTapped) {
      $0.isEditing = false
      $0.saveStatus = .saving(isEditedSince: false)
    }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await store.finish()
    #expect(saved.value == [""])
  }

  @Test(
    "Ticking, deleting, moving, sorting and restoring are edits",
    arguments: [
      .products(.element(id: UUID(10), action: .toggleStatus)), .deleteProducts([0]),
      .moveProducts([0], to: 2), .sortProducts, .productsRestored,
    ] as [ShoppingListFeature.Action])
  func edits(action: ShoppingListFeature.Action) async {
    let bread = ProductFeature.State(id: UUID(11), name: "Bread", isBought: true)
    let store = TestStore(
      initialState: ShoppingListFeature.State(products: [bread, milk])
    ) {
      ShoppingListFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(action) { $0.saveStatus = .due(isEditedSince: false) }
    await store.skipInFlightEffects()
  }

  @Test("An action that changes nothing is not an edit")
  func noEdit() async {
    let store = store()
    await store.send(.deleteProducts([5]))
    await store.send(.moveProducts([5], to: 0))
    await store.send(.sortProducts)
    await store.finish()
  }

  @Test("An edit during a save is saved after that save has ended")
  func editDuringSave() async {
    let (store, opener) = waitingStore()
    await editDuringSave(store)
    await store.send(.saveProducts)
    await clock.advance(by: .seconds(1_000))
    opener.finish()
    await store.receive(.saveEnded) { $0.saveStatus = .due(isEditedSince: false) }
    await clock.advance(by: .seconds(1))
    await store.receive(.saveTimerFired) { $0.saveStatus = .saving(isEditedSince: false) }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await store.finish()
    #expect(saved.value == ["Milk", "Oats"])
  }

  @Test("saveProducts replaces a pending timer")
  func saveWhileDue() async {
    let store = store()
    await store.send(.productsRestored) { $0.saveStatus = .due(isEditedSince: false) }
    await store.send(.saveProducts) { $0.saveStatus = .saving(isEditedSince: false) }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await clock.advance(by: .seconds(1_000))
    await store.finish()
    #expect(saved.value == ["Milk"])
  }

  @Test("saveAtEnd saves pending edits at once, and saves nothing without edits")
  func saveAtEnd() async {
    let store = store()
    await store.send(.saveAtEnd)
    await store.send(.productsRestored) { $0.saveStatus = .due(isEditedSince: false) }
    await store.send(.saveAtEnd) { $0.saveStatus = .saving(isEditedSince: false) }
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await store.finish()
    #expect(saved.value == ["Milk"])
  }

  @Test("saveAtEnd cancels a save in progress, and saves the edits without waiting for it")
  func saveAtEndDuringSave() async {
    let (store, opener) = waitingStore()
    await editDuringSave(store)
    await store.send(.saveAtEnd) { $0.saveStatus = .saving(isEditedSince: false) }
    opener.finish()
    await store.receive(.saveEnded) { $0.saveStatus = .idle }
    await store.finish()
    #expect(saved.value.contains("Oats"))
  }

  @Test("Unexpected saveEnded and saveTimerFired actions change nothing")
  func unexpected() async {
    let store = store()
    await store.send(.saveEnded)
    await store.send(.saveTimerFired)
    await store.finish()
  }
}
