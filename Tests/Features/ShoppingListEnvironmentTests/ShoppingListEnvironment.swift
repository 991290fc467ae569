import ComposableArchitecture
import Foundation
import ShoppingList

/// The external operations that the shopping list depends on.
struct ShoppingListEnvironment: Sendable {
  /// Returns the identifier for a new product.
  var uuidGenerator: @Sendable () -> UUID
  var save: @Sendable (IdentifiedArrayOf<ProductFeature.State>) async throws -> Void
  /// Loads the products, or returns `nil` if no products were saved yet.
  var load: @Sendable () async throws -> IdentifiedArrayOf<ProductFeature.State>?
}
