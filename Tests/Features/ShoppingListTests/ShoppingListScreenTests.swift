import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import ShoppingList
import Testing

@Suite("The shopping list's screen")
struct ShoppingListScreenTests {
  private let list = ShoppingListFeature.State(products: [
    ProductFeature.State(id: UUID(0), name: "Milk"),
    ProductFeature.State(id: UUID(1), name: "Bread", isBought: true),
  ])

  private func look(of state: ShoppingListFeature.State) -> String {
    ShoppingListScreen.lines(state).joined(separator: "\n")
  }

  @Test("Each product is shown with its index and whether it was bought")
  func products() {
    assertSnapshot(of: look(of: list), as: .lines)
  }

  @Test("An empty list shows a placeholder")
  func empty() {
    assertSnapshot(of: look(of: ShoppingListFeature.State()), as: .lines)
  }

  @Test("Edit mode shows buttons that delete and move products")
  func editing() {
    var state = list
    state.isEditing = true
    assertSnapshot(of: look(of: state), as: .lines)
  }

  @Test("The screen shows unsaved edits and a save in progress")
  func saving() {
    var state = list
    state.saveStatus = .due(isEditedSince: false)
    assertSnapshot(of: look(of: state), as: .lines, named: "due")
    state.saveStatus = .saving(isEditedSince: false)
    assertSnapshot(of: look(of: state), as: .lines, named: "saving")
  }
}
