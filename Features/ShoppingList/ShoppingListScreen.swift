/// The shopping list as lines of text.
package enum ShoppingListScreen {
  /// The products, each with its place from 0 and a tick if it was bought, and the buttons.
  ///
  /// The names are as they are, control characters included.
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
