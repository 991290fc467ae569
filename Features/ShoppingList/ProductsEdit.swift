package import ComposableArchitecture

/// A change of a list of products: its location, and the value to restore there.
@Recordable
package enum ProductsEdit: Equatable, Sendable {
  /// The name of a product.
  case name(String, of: UUID)
  /// A flip of whether a product is bought, which is its own inverse.
  case toggle(UUID)
  /// The absence of products at these indices, in a list of this length.
  case absent(at: [Int], of: Int)
  /// The presence of these products at their indices.
  case present([Row])
  /// The order of the products at an index and after it.
  case order([UUID], from: Int)
  indirect case list(IdentifiedArrayOf<ProductFeature.State>)

  /// A product with its index.
  @Recordable
  package struct Row: Equatable, Sendable {
    let place: Int
    let product: ProductFeature.State
  }

  /// Whether this edit continues the previous one: both change the name of the same product.
  package func continues(_ previous: Self) -> Bool {
    guard case .name(_, of: let id) = self, case .name(_, of: id) = previous else { return false }
    return true
  }
}

extension ProductsEdit {
  /// Captures what an action is about to change. Returns `nil` if the action is not an edit.
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

extension ProductsEdit {
  /// Swaps the captured value and the current one, unless the location no longer exists.
  package mutating func exchange(with products: inout IdentifiedArrayOf<ProductFeature.State>) {
    switch self {
    case .name(let name, of: let id):
      guard let product = products[id: id] else { return }
      self = .name(product.name, of: id)
      products[id: id]?.name = name
    case .toggle(let id):
      products[id: id]?.isBought.toggle()
    case .absent(at: let places, of: _):
      self = .present(Self.remove(places, from: &products))
    case .present(let rows):
      let count = products.count
      self = .absent(at: Self.insert(rows, into: &products), of: count)
    case .order(let ids, from: let start):
      guard let old = Self.reorder(&products, from: start, ids) else { return }
      self = .order(old, from: start)
    case .list(var list):
      swap(&list, &products)
      self = .list(list)
    }
  }

  /// Whether the current value differs from the captured one.
  package func hasHappened(in products: IdentifiedArrayOf<ProductFeature.State>) -> Bool {
    switch self {
    case .name(let name, of: let id): products[id: id]?.name != name
    case .toggle: true
    case .absent(at: _, of: let count): products.count != count
    case .present(let rows):
      !rows.allSatisfy { row in
        products.indices.contains(row.place) && products[row.place] == row.product
      }
    case .order(let ids, from: let start):
      !products.dropFirst(start).prefix(ids.count).map(\.id).elementsEqual(ids)
    case .list(let list): list != products
    }
  }

  private static func remove(
    _ places: [Int], from products: inout IdentifiedArrayOf<ProductFeature.State>
  ) -> [Row] {
    let rows = places.filter(products.indices.contains)
      .map { Row(place: $0, product: products[$0]) }
    products.remove(atOffsets: IndexSet(rows.map(\.place)))
    return rows
  }

  /// Inserts rows in order, and returns the indices of products that the list lacked.
  private static func insert(
    _ rows: [Row], into products: inout IdentifiedArrayOf<ProductFeature.State>
  ) -> [Int] {
    var places: [Int] = []
    for row in rows {
      let place = min(row.place, products.count)
      if products.insert(row.product, at: place).inserted { places.append(place) }
    }
    return places
  }

  /// Returns the previous order, or `nil` if `ids` does not name the products after the index.
  private static func reorder(
    _ products: inout IdentifiedArrayOf<ProductFeature.State>, from start: Int, _ ids: [UUID]
  ) -> [UUID]? {
    let range = start..<(start + ids.count)
    guard range.upperBound <= products.count else { return nil }
    let old = range.map { products[$0].id }
    guard Set(old) == Set(ids) else { return nil }
    var elements = products.elements
    elements.replaceSubrange(range, with: ids.compactMap { products[id: $0] })
    products = IdentifiedArray(uniqueElements: elements)
    return old
  }
}
