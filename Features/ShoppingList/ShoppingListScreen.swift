import ComposableArchitecture
package import TerminalUI

package enum ShoppingListScreen {
  /// Returns the products, with a mark if bought. Control characters in names are not escaped.
  package static func lines(_ state: ShoppingListFeature.State) -> [String] {
    let products = state.products.enumerated().map { place, product in
      "\(place): [\(product.isBought ? "x" : " ")] \(product.name)"
    }
    return (products.isEmpty ? ["Nothing to buy."] : products) + [buttons(state) + status(state)]
  }

  private static func buttons(_ state: ShoppingListFeature.State) -> String {
    state.isEditing
      ? "[Delete] [Move] [Done]" : "[Add] [Sort] [Edit] [Save] [Load]"
  }

  private static func status(_ state: ShoppingListFeature.State) -> String {
    switch state.saveStatus {
    case .idle: ""
    case .due: " Not saved yet."
    case .saving: " Saving …"
    }
  }
}

/// The shopping list as a tab of the full screen.
package enum ShoppingListView {
  /// Returns the tab with the products. Only visible rows are drawn.
  package static func screen(
    _ state: ShoppingListFeature.State
  ) -> Screen<ShoppingListFeature.Action> {
    let products = state.products
    return Screen("Shopping", rows: products.count) { cursor in
      if products.isEmpty {
        Text("Nothing to buy.").dim()
      } else {
        List(products.count, cursor: cursor) { place in row(products[place], place) }
      }
    } keys: { cursor in
      [ScreenKey("a", "add", send: .addProduct)]
        + (products.isEmpty
          ? [] : keys(of: products[cursor.selection], at: cursor.selection, state))
        + list(state)
    }
  }

  private static func list(
    _ state: ShoppingListFeature.State
  ) -> [ScreenKey<ShoppingListFeature.Action>] {
    [
      ScreenKey("m", state.isEditing ? "done" : "edit mode", send: .editTapped),
      ScreenKey("o", "bought to the end", isEnabled: !state.products.isEmpty, send: .sortProducts),
      ScreenKey("s", "save", send: .saveProducts),
      ScreenKey("l", "load", send: .loadProducts),
    ]
  }

  private static func keys(
    of product: ProductFeature.State, at place: Int, _ state: ShoppingListFeature.State
  ) -> [ScreenKey<ShoppingListFeature.Action>] {
    let keys: [ScreenKey<ShoppingListFeature.Action>] = [
      ScreenKey(
        " ", product.isBought ? "not bought" : "bought",
        send: .products(.element(id: product.id, action: .toggleStatus))),
      ScreenKey("e", "rename", ask: "Name", initial: product.name) { name in
        .products(.element(id: product.id, action: .updateName(name)))
      },
    ]
    guard state.isEditing else { return keys }
    return keys + [
      ScreenKey("d", "delete", send: .deleteProducts([place])),
      ScreenKey(
        "K", "move up", isEnabled: place > 0, send: .moveProducts([place], to: place - 1)),
      ScreenKey(
        "J", "move down", isEnabled: place < state.products.count - 1,
        send: .moveProducts([place], to: place + 2)),
    ]
  }

  private static func row(_ product: ProductFeature.State, _ place: Int) -> Row {
    Row {
      Text("\(place)").color(.muted).frame(width: 6)
      Text(product.isBought ? "[x]" : "[ ]")
      Text(product.name.isEmpty ? "(no name)" : product.name)
        .style(TextStyle(isDim: product.isBought || product.name.isEmpty))
    }
  }
}
