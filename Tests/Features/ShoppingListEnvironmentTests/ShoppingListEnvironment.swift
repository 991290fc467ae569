import ComposableArchitecture
import Foundation
import ShoppingList

/// All that the shopping list takes from the world.
struct ShoppingListEnvironment: Sendable {
  /// Makes the identity of a product.
  var uuidGenerator: @Sendable () -> UUID
  /// Saves the products.
  var save: @Sendable (IdentifiedArrayOf<ProductFeature.State>) async throws -> Void
  /// Loads the products; nil if none were saved yet.
  var load: @Sendable () async throws -> IdentifiedArrayOf<ProductFeature.State>?
}
