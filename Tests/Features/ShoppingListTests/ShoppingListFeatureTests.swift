import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import ShoppingList
import Testing

@MainActor
@Suite("Shopping list")
struct ShoppingListFeatureTests {
  private let milk = ProductFeature.State(id: UUID(10), name: "Milk")
  private let bread = ProductFeature.State(id: UUID(11), name: "Bread", isBought: true)
  private let soap = ProductFeature.State(id: UUID(12), name: "Soap")
  private let jam = ProductFeature.State(id: UUID(13), name: "Jam", isBought: true)

  /// Creates a store whose list already has unsaved edits. Further edits start no effects.
  private func store(_ products: ProductFeature.State...) -> TestStoreOf<ShoppingListFeature> {
    var state = ShoppingListFeature.State(products: IdentifiedArray(uniqueElements: products))
    state.saveStatus = .due(isEditedSince: true)
    return TestStore(initialState: state) {
      ShoppingListFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test("addProduct inserts a product without a name at the top, with a new identifier")
  func add() async {
    let store = store(milk)
    await store.send(.addProduct) {
      $0.products = [ProductFeature.State(id: UUID(0)), milk]
    }
    await store.send(.addProduct) {
      $0.products = [
        ProductFeature.State(id: UUID(1)), ProductFeature.State(id: UUID(0)), milk,
      ]
    }
  }

  @Test("Renaming a product keeps the names of other products")
  func rename() async {
    await store(milk, bread).send(
      .products(.element(id: milk.id, action: .updateName("Oat milk")))
    ) {
      $0.products[id: milk.id]?.name = "Oat milk"
    }
  }

  @Test("A product can be ticked and unticked")
  func tick() async {
    let store = store(milk, bread)
    await store.send(.products(.element(id: milk.id, action: .toggleStatus))) {
      $0.products[id: milk.id]?.isBought = true
    }
    await store.send(.products(.element(id: bread.id, action: .toggleStatus))) {
      $0.products[id: bread.id]?.isBought = false
    }
  }

  @Test("deleteProducts deletes the products at its indices, and ignores other indices")
  func delete() async {
    let store = store(milk, bread, soap)
    await store.send(.deleteProducts([0, 2, 7])) { $0.products = [bread] }
    await store.send(.deleteProducts([1]))
  }

  @Test("moveProducts moves a product before an index of the original list")
  func move() async {
    let store = store(milk, bread, soap)
    await store.send(.moveProducts([0], to: 2)) { $0.products = [bread, milk, soap] }
    await store.send(.moveProducts([2], to: 0)) { $0.products = [soap, bread, milk] }
  }

  @Test("Several products move together and keep their order")
  func moveSeveral() async {
    await store(milk, bread, soap, jam).send(.moveProducts([0, 2], to: 4)) {
      $0.products = [bread, jam, milk, soap]
    }
  }

  @Test("A move beyond an end stops at the end, and a move of no products does nothing")
  func moveBeyond() async {
    let store = store(milk, bread, soap)
    await store.send(.moveProducts([0], to: 99)) { $0.products = [bread, soap, milk] }
    await store.send(.moveProducts([1], to: -1)) { $0.products = [soap, bread, milk] }
    await store.send(.moveProducts([3], to: 0))
  }

  @Test("sortProducts moves bought products to the end, and is stable")
  func sort() async {
    let store = store(jam, milk, bread, soap)
    await store.send(.sortProducts) { $0.products = [milk, soap, jam, bread] }
    await store.send(.sortProducts)
  }

  @Test("An action for a missing product is reported")
  func missingProduct() async {
    let store = store(milk)
    await withKnownIssue {
      await store.send(.products(.element(id: bread.id, action: .toggleStatus)))
    } matching: { issue in
      issue.description.contains("missing element")
    }
  }

  @Test("Loaded products replace the current products")
  func loaded() async {
    await store(milk).send(.productsLoaded([bread])) { $0.products = [bread] }
  }

  @Test("The first of several loaded products with the same identifier is kept")
  func loadedTwice() async {
    let other = ProductFeature.State(id: milk.id, name: "Other")
    await store().send(.productsLoaded([milk, bread, other])) { $0.products = [milk, bread] }
  }

  @Test("A change of one row among ten thousand copies only its chunk of storage")
  func manyProducts() async {
    let products = (0..<10_000).map { ProductFeature.State(id: UUID($0), name: "\($0)") }
    let store = Store(
      initialState: ShoppingListFeature.State(products: IdentifiedArray(uniqueElements: products))
    ) {
      ShoppingListFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let before = store.withState(\.products)
    store.send(.products(.element(id: UUID(5_000), action: .toggleStatus)))
    let after = store.withState(\.products)
    #expect(after[id: UUID(5_000)]?.isBought == true)
    let copied = (0..<after.chunkCount).filter { !after.sharesChunk(at: $0, with: before) }
    #expect(copied.count == 1)
    store.cancelEffects()
  }
}
