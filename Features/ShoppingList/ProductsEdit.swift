package import ComposableArchitecture
package import Foundation

/// What an action changes of a list of products: a place, and what stood there.
@Recordable
package enum ProductsEdit: Equatable, Sendable {
  /// The name of a product.
  case name(String, of: UUID)
  /// Whether a product is bought: the opposite of what is.
  case toggle(UUID)
  /// There are no products at these places, in a list of so many.
  case absent(at: [Int], of: Int)
  /// These products stand at their places.
  case present([Row])
  /// The products from a place on stand in this order.
  case order([UUID], from: Int)
  /// The whole list.
  indirect case list(IdentifiedArrayOf<ProductFeature.State>)

  /// A product at its place.
  @Recordable
  package struct Row: Equatable, Sendable {
    let place: Int
    let product: ProductFeature.State
  }

  /// Whether this edit goes on with the one before: both name the same product.
  package func continues(_ previous: Self) -> Bool {
    guard case .name(_, of: let id) = self, case .name(_, of: id) = previous else { return false }
    return true
  }
}

extension ProductsEdit {
  /// What an action is about to change of the products; nil if it is no edit.
  package init?(
    _ products: IdentifiedArrayOf<ProductFeature.State>, _ action: ShoppingListFeature.Action
  ) {
    switch action {
    case .products(.element(let id, .updateName)):
      guard let product = products[id: id] else { return nil }
      self = .name(product.name, of: id)
    case .products(.element(let id, .toggleStatus)):
      self = .toggle(id)
    case .addProduct:
      self = .absent(at: [0], of: products.count)
    case .deleteProducts(let places):
      self = .present(
        places.filter(products.indices.contains).map { Row(place: $0, product: products[$0]) })
    case .moveProducts(let places, to: let destination):
      self.init(orderOf: products, places, destination)
    case .sortProducts:
      let places = IndexSet(products.indices.filter { products[$0].isBought })
      self.init(orderOf: products, places, products.count)
    case .productsLoaded:
      self = .list(products)
    default:
      return nil
    }
  }

  /// The order between places from which products are moved and that to which they are.
  private init?(
    orderOf products: IdentifiedArrayOf<ProductFeature.State>, _ places: IndexSet,
    _ destination: Int
  ) {
    let places = places.intersection(IndexSet(products.indices))
    guard let first = places.first, let last = places.last else { return nil }
    let destination = min(max(destination, 0), products.count)
    let range = min(first, destination)..<max(last + 1, destination)
    self = .order(range.map { products[$0].id }, from: range.lowerBound)
  }
}
