import ComposableArchitecture
import Foundation

/// The file of the shopping list: a JSON list of products, in order.
struct ShoppingListFile: Sendable {
  static let name = "shopping-list.json"

  let storage: DataStorage

  /// The products in the file, or nil if there is no file yet.
  func load() async throws(ShoppingListFileError) -> IdentifiedArrayOf<ProductFeature.State>? {
    let data: Data?
    do {
      data = try await storage.load(Self.name)
    } catch {
      throw .notLoaded(reason: "\(error)")
    }
    guard let data else { return nil }
    let products: [ProductFeature.State]
    do {
      products = try JSONDecoder().decode([ProductFeature.State].self, from: data)
    } catch {
      throw .unreadable(name: Self.name)
    }
    return try Self.identified(products)
  }

  /// Saves the products in the place of those that are in the file.
  func save(_ products: IdentifiedArrayOf<ProductFeature.State>) async throws(ShoppingListFileError)
  {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try await storage.save(encoder.encode(products), Self.name)
    } catch {
      throw .notSaved(reason: "\(error)")
    }
  }

  private static func identified(
    _ products: [ProductFeature.State]
  ) throws(ShoppingListFileError) -> IdentifiedArrayOf<ProductFeature.State> {
    var identified: IdentifiedArrayOf<ProductFeature.State> = []
    for (place, product) in products.enumerated() {
      let (inserted, first) = identified.append(product)
      guard inserted else {
        throw .repeatedID(name: name, id: "\(product.id)", places: [first, place])
      }
    }
    return identified
  }
}
