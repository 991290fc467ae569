import ComposableArchitecture
import Foundation
import ShoppingList
import Testing

private typealias Products = IdentifiedArrayOf<ProductFeature.State>

private func id(_ number: Int) -> UUID { UUID(number) }

private let list: Products = [
  ProductFeature.State(id: id(1), name: "Milk", isBought: true),
  ProductFeature.State(id: id(2), name: "Bread"),
  ProductFeature.State(id: id(3), name: "Soap", isBought: true),
  ProductFeature.State(id: id(4), name: "Jam"),
]

@Suite("Undoing edits of the shopping list")
struct ProductsEditTests {
  /// Returns the list after an action.
  @MainActor
  private func result(of action: ShoppingListFeature.Action) -> Products {
    let store = Store(initialState: ShoppingListFeature.State(products: list)) {
      ShoppingListFeature()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.continuousClock = ImmediateClock()
    }
    store.send(action)
    defer { store.cancelEffects() }
    return store.withState(\.products)
  }

  @Test(
    "An edit can be undone and redone repeatedly",
    arguments: [
      .products(.element(id: id(2), action: .updateName("Rolls"))),
      .products(.element(id: id(3), action: .toggleStatus)), .addProduct, .deleteProducts([0]),
      .deleteProducts([0, 2, 3, 9]), .deleteProducts([0, 1, 2, 3]), .moveProducts([0], to: 3),
      .moveProducts([3], to: 0), .moveProducts([0, 2], to: 4), .moveProducts([1, 3], to: 2),
      .moveProducts([1], to: 99), .sortProducts, .productsLoaded([]),
    ] as [ShoppingListFeature.Action])
  @MainActor
  func undoAndRedo(action: ShoppingListFeature.Action) throws {
    let after = result(of: action)
    var edit = try #require(ProductsEdit(list, action))
    #expect(edit.hasHappened(in: after))
    let first = edit
    var products = after
    for _ in 1...2 {
      edit.exchange(with: &products)
      #expect(products == list)
      edit.exchange(with: &products)
      #expect(products == after)
      #expect(edit == first)
    }
  }

  @Test(
    "An action that changes nothing does not count as an edit",
    arguments: [
      .products(.element(id: id(2), action: .updateName("Bread"))), .deleteProducts([7]),
      .moveProducts([1], to: 1), .moveProducts([1], to: 2), .moveProducts([7], to: 0),
      .productsLoaded(list.elements),
    ] as [ShoppingListFeature.Action])
  @MainActor
  func noChange(action: ShoppingListFeature.Action) {
    let edit = ProductsEdit(list, action)
    #expect(edit?.hasHappened(in: result(of: action)) != true)
  }

  @Test(
    "An action that does not edit the products is not an edit",
    arguments: [
      .products(.element(id: id(2), action: .nameSubmitted)),
      .products(.element(id: id(9), action: .updateName(""))), .editTapped, .saveProducts,
      .loadProducts, .saveEnded, .productsRestored,
    ] as [ShoppingListFeature.Action])
  func noEdit(action: ShoppingListFeature.Action) {
    #expect(ProductsEdit(list, action) == nil)
  }

  @Test(
    "An edit whose products no longer exist changes nothing",
    arguments: [
      .products(.element(id: id(2), action: .updateName("Rolls"))),
      .products(.element(id: id(2), action: .toggleStatus)), .sortProducts,
    ] as [ShoppingListFeature.Action])
  func placeIsGone(action: ShoppingListFeature.Action) throws {
    var edit = try #require(ProductsEdit(list, action))
    let first = edit
    var products: Products = [ProductFeature.State(id: id(9), name: "Nails")]
    edit.exchange(with: &products)
    #expect(products.map(\.name) == ["Nails"])
    #expect(edit == first)
  }

  @Test("Undoing a deletion does not insert a product that exists already")
  func alreadyThere() throws {
    var edit = try #require(ProductsEdit(list, .deleteProducts([1])))
    var products = list
    edit.exchange(with: &products)
    #expect(products == list)
    edit.exchange(with: &products)
    #expect(products == list)
  }

  @Test("Only typing the name of the same product continues the previous edit")
  func continues() {
    let name = ProductsEdit.name("Milk", of: id(1))
    #expect(ProductsEdit.name("Mil", of: id(1)).continues(name))
    #expect(!ProductsEdit.name("Mil", of: id(2)).continues(name))
    #expect(!ProductsEdit.toggle(id(1)).continues(name))
    #expect(!name.continues(.toggle(id(1))))
  }
}
