import ComposableArchitecture
import Foundation
import ShoppingList
import Testing

@Suite("The shopping list's screen")
struct ShoppingListScreenTests {
  @Test("Each product is shown with its place and whether it was bought")
  func products() {
    let state = ShoppingListFeature.State(products: [
      ProductFeature.State(id: UUID(0), name: "Milk")
    ])
    var bought = state
    bought.products[0].isBought = true
    #expect(ShoppingListScreen.lines(state) == ["0: [ ] Milk", "[Add] [Save] [Load]"])
    #expect(ShoppingListScreen.lines(bought) == ["0: [x] Milk", "[Add] [Save] [Load]"])
  }

  @Test("An empty list says so")
  func empty() {
    #expect(
      ShoppingListScreen.lines(ShoppingListFeature.State()) == [
        "Nothing to buy.", "[Add] [Save] [Load]",
      ])
  }
}
