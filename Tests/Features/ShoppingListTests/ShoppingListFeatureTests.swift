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

  /// A store of a list with edits that are not saved yet: so each test is of one change alone.
  private func store(_ products: ProductFeature.State...) -> TestStoreOf<ShoppingListFeature> {
    var state = ShoppingListFeature.State(products: IdentifiedArray(uniqueElements: products))
    state.saveStatus = .due(isEditedSince: true)
    return TestStore(initialState: state) {
      ShoppingListFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test("A product that is added stands at the top, without a name, under an id of its own")
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

  @Test("A product that is renamed has the new name, and the others keep theirs")
  func rename() async {
    await store(milk, bread).send(
      .products(.element(id: milk.id, action: .updateName("Oat milk")))
    ) {
      $0.products[id: milk.id]?.name = "Oat milk"
    }
  }

  @Test("A product can be ticked, and the tick taken away")
  func tick() async {
    let store = store(milk, bread)
    await store.send(.products(.element(id: milk.id, action: .toggleStatus))) {
      $0.products[id: milk.id]?.isBought = true
    }
    await store.send(.products(.element(id: bread.id, action: .toggleStatus))) {
      $0.products[id: bread.id]?.isBought = false
    }
  }

  @Test("The products at the places given are deleted, and other places are passed over")
  func delete() async {
    let store = store(milk, bread, soap)
    await store.send(.deleteProducts([0, 2, 7])) { $0.products = [bread] }
    await store.send(.deleteProducts([1]))
  }

  @Test("A product is moved before the one at a place, as the places are before the move")
  func move() async {
    let store = store(milk, bread, soap)
    await store.send(.moveProducts([0], to: 2)) { $0.products = [bread, milk, soap] }
    await store.send(.moveProducts([2], to: 0)) { $0.products = [soap, bread, milk] }
  }

  @Test("Several products are moved together, in their order")
  func moveSeveral() async {
    await store(milk, bread, soap, jam).send(.moveProducts([0, 2], to: 4)) {
      $0.products = [bread, jam, milk, soap]
    }
  }

  @Test("A move beyond the ends of the list ends there, and one of nothing does nothing")
  func moveBeyond() async {
    let store = store(milk, bread, soap)
    await store.send(.moveProducts([0], to: 99)) { $0.products = [bread, soap, milk] }
    await store.send(.moveProducts([1], to: -1)) { $0.products = [soap, bread, milk] }
    await store.send(.moveProducts([3], to: 0))
  }

  @Test("Sorting puts what is bought behind the rest, and keeps the order within both")
  func sort() async {
    let store = store(jam, milk, bread, soap)
    await store.send(.sortProducts) { $0.products = [milk, soap, jam, bread] }
    await store.send(.sortProducts)
  }

  @Test("An action for a product that is not there is reported")
  func missingProduct() async {
    let store = store(milk)
    await withKnownIssue {
      await store.send(.products(.element(id: bread.id, action: .toggleStatus)))
    } matching: { issue in
      issue.description.contains("missing element")
    }
  }

  @Test("Products that are loaded take the place of those that are there")
  func loaded() async {
    await store(milk).send(.productsLoaded([bread])) { $0.products = [bread] }
  }

  @Test("Of products loaded under the same id, the first counts")
  func loadedTwice() async {
    let other = ProductFeature.State(id: milk.id, name: "Other")
    await store().send(.productsLoaded([milk, bread, other])) { $0.products = [milk, bread] }
  }

  @Test("One row of ten thousand is changed without touching the memory of the others")
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
