import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import ShoppingList
import Testing

@MainActor
@Suite("Shopping list with an environment")
struct ShoppingListEnvironmentTests {
  private let milk = ProductFeature.State(id: UUID(10), name: "Milk")
  private let bread = ProductFeature.State(id: UUID(11), name: "Bread", isBought: true)

  private struct Broken: Error, CustomStringConvertible { let description = "the disk is full" }

  /// Creates an environment whose unspecified operations fail the test.
  private func environment(
    uuidGenerator: @escaping @Sendable () -> UUID = {
      Issue.record("'uuidGenerator' was used")
      return UUID(0)
    },
    save: @escaping @Sendable (IdentifiedArrayOf<ProductFeature.State>) async throws -> Void = {
      _ in Issue.record("'save' was used")
    },
    load: @escaping @Sendable () async throws -> IdentifiedArrayOf<ProductFeature.State>? = {
      Issue.record("'load' was used")
      return nil
    }
  ) -> ShoppingListEnvironment {
    ShoppingListEnvironment(uuidGenerator: uuidGenerator, save: save, load: load)
  }

  private func store(
    _ products: ProductFeature.State..., environment: ShoppingListEnvironment
  ) -> TestStoreOf<ShoppingListFeature> {
    TestStore(
      initialState: ShoppingListFeature.State(products: IdentifiedArray(uniqueElements: products)),
      reducer: shoppingListReducer, environment: environment)
  }

  @Test("A new product is inserted at the top, with an identifier from the environment")
  func add() async {
    let store = store(milk, environment: environment(uuidGenerator: { UUID(0) }))
    await store.send(.addProduct) {
      $0.products = [ProductFeature.State(id: UUID(0)), milk]
    }
  }

  @Test("Renaming or ticking a product leaves other products unchanged")
  func change() async {
    let store = store(milk, bread, environment: environment())
    await store.send(.products(.element(id: milk.id, action: .updateName("Oat milk")))) {
      $0.products[id: milk.id]?.name = "Oat milk"
    }
    await store.send(.products(.element(id: bread.id, action: .toggleStatus))) {
      $0.products[id: bread.id]?.isBought = false
    }
  }

  @Test("An action for a missing product is reported")
  func missingProduct() async {
    let store = store(milk, environment: environment())
    await withKnownIssue {
      await store.send(.products(.element(id: bread.id, action: .toggleStatus)))
    } matching: { issue in
      issue.description.contains("missing element")
    }
  }

  @Test("Loaded products replace the current products")
  func load() async {
    let store = store(milk, environment: environment(load: { [bread] in [bread] }))
    await store.send(.loadProducts)
    await store.receive(.productsLoaded([bread])) { $0.products = [bread] }
  }

  @Test("Without saved products, loadProducts receives nothing")
  func loadNothing() async {
    let store = store(milk, environment: environment(load: { nil }))
    await store.send(.loadProducts).finish()
  }

  @Test("A load failure is reported")
  func loadFailure() async {
    let store = store(milk, environment: environment(load: { throw Broken() }))
    await store.send(.loadProducts)
    await store.receive(.storageFailed("the disk is full"))
  }

  @Test("saveProducts passes the products to the environment and receives nothing")
  func save() async {
    let recorder = Recorder()
    let store = store(milk, bread, environment: environment(save: { await recorder.add($0) }))
    await store.send(.saveProducts).finish()
    let products = await recorder.saved
    #expect(products == [[milk, bread]])
  }

  @Test("A save failure is ignored")
  func saveFailure() async {
    let store = store(milk, environment: environment(save: { _ in throw Broken() }))
    await store.send(.saveProducts).finish()
  }

  private actor Recorder {
    private(set) var saved: [IdentifiedArrayOf<ProductFeature.State>] = []
    func add(_ products: IdentifiedArrayOf<ProductFeature.State>) { saved.append(products) }
  }
}
