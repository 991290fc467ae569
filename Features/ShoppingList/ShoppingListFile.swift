import ComposableArchitecture
import Foundation

/// The file of the shopping list: a JSON array of products, in order.
struct ShoppingListFile: Sendable {
  static let name = "shopping-list.json"

  let storage: DataStorage

  /// Returns `nil` if there is no file yet. Runs off the caller's actor.
  @concurrent
  func load() async throws(ShoppingListFileError) -> IdentifiedArrayOf<ProductFeature.State>? {
    let data: Data?
    do {
      data = try await storage.load(Self.name)
    } catch {
      throw .notLoaded(reason: "\(error)")
    }
    guard let data else { return nil }
    return try Self.products(in: data)
  }

  /// Saves the products. If the file is not a list of products, first copies it and returns the
  /// copy's name.
  @concurrent
  func save(
    _ products: IdentifiedArrayOf<ProductFeature.State>
  ) async throws(ShoppingListFileError) -> String? {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try await storage.save(encoder.encode(products), Self.name) { data in
        (try? Self.products(in: data)) == nil
      }
    } catch {
      throw .notSaved(reason: "\(error)")
    }
  }

  /// Returns the warning that the file was not a list of products and was copied to a different
  /// name.
  static func warning(keptAs other: String) -> String {
    """
    \(name.debugDescription) was not a list of products. The shopping list was saved, and what \
    was in the file is kept as \(other.debugDescription).
    """
  }

  private static func products(
    in data: Data
  ) throws(ShoppingListFileError) -> IdentifiedArrayOf<ProductFeature.State> {
    let products: [ProductFeature.State]
    do {
      products = try JSONDecoder().decode([ProductFeature.State].self, from: data)
    } catch {
      throw .unreadable(name: name)
    }
    return try identified(products)
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

/// An error that prevents the shopping list from being loaded or saved.
enum ShoppingListFileError: Error, Hashable, Sendable {
  case notLoaded(reason: String)
  case notSaved(reason: String)
  case unreadable(name: String)
  /// Two products in the file, at these indices, have the same identifier.
  case repeatedID(name: String, id: String, places: [Int])
}

extension ShoppingListFileError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notLoaded(let reason):
      "The shopping list was not loaded, and is as it was: \(reason)"
    case .notSaved(let reason):
      "The shopping list was not saved: \(reason)"
    case .unreadable(let name):
      """
      The shopping list was not loaded, and is as it was: \(name.debugDescription) is not a JSON \
      list of products with "id", "name" and "isBought". Mend it; when the list is saved, it is \
      kept under another name.
      """
    case .repeatedID(let name, let id, let places):
      """
      The shopping list was not loaded, and is as it was: in \(name.debugDescription) the products \
      \(places.map(String.init).joined(separator: " and ")), counted from 0, have the same id, \
      \(id). Give each an id of its own; when the list is saved, the file is kept under another \
      name.
      """
    }
  }
}
