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

  private func store(_ products: ProductFeature.State...) -> TestStoreOf<ShoppingListFeature> {
    TestStore(
      initialState: ShoppingListFeature.State(products: IdentifiedArray(uniqueElements: products))
    ) {
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
}
