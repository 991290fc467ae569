package import ComposableArchitecture
import Foundation

extension ProductsEdit {
  /// Puts what stood at the place back, and keeps what stands there now; if the place is gone, does
  /// nothing.
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

  /// Whether something else stands at the place now than what is kept.
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

  /// Inserts rows in the order of their places, and returns the places of those that were not there.
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

  /// Puts the products from a place on in an order, and returns that in which they were; nil if
  /// they are not the same products.
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
