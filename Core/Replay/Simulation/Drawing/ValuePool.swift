package import RecordCoding
package import RecordedValues

/// Values that were seen in states and logs. Drawn values can refer to them.
///
/// A pool holds a bounded number of values of each type, and visits a bounded number of values of
/// each added value.
package struct ValuePool: Sendable {
  /// The maximum number of parts of a value that are visited.
  private static let visitLimit = 1000
  /// The maximum number of elements of a list that are visited.
  private static let elementLimit = 8

  private let schema: Schema
  private let limit: Int
  private var seen: [TypeReference: [RecordedValue]] = [:]
  private var rowIDs: [TypeReference: [RecordedValue]] = [:]
  private var visits = 0

  /// Creates an empty pool that holds up to `limit` values of each type.
  package init(schema: Schema, limit: Int = 8) {
    self.schema = schema
    self.limit = limit
    // Each drawn action adds the values of a state to a copy, which must not grow step by step.
    seen.reserveCapacity(8)
  }

  /// Returns the values of a type: texts, numbers, identities, and elements of lists.
  package func values(of type: TypeReference) -> [RecordedValue] { seen[type] ?? [] }

  /// Returns the identities of rows that have a type.
  package func identities(of type: TypeReference) -> [RecordedValue] { rowIDs[type] ?? [] }

  /// Adds a value and its parts.
  package mutating func add(_ value: RecordedValue, as type: TypeReference) {
    visits = 0
    visit(value, as: type)
  }

  private mutating func visit(_ value: RecordedValue, as type: TypeReference) {
    visits += 1
    guard visits < Self.visitLimit else { return }
    switch schema.parts(of: value, as: type) {
    case .none: break
    case .leaf(let value):
      switch type {
      case .bool, .named: break
      default: Self.remember(value, in: &seen[type, default: []], limit: limit)
      }
    case .some(let value, let type): visit(value, as: type)
    case .elements(let values, let element, let kind):
      for value in Self.ends(of: values) {
        if kind != .set { rememberID(of: value, as: element) }
        if case .named = element {
          Self.remember(value, in: &seen[element, default: []], limit: limit)
        }
        visit(value, as: element)
      }
    case .pairs(let pairs, let key, let value):
      for pair in Self.ends(of: pairs) {
        visit(pair.key, as: key)
        visit(pair.value, as: value)
      }
    case .fields(let values, let fields, _):
      for (value, field) in zip(values, fields) { visit(value, as: field.type) }
    case .payload(let values, let element, _):
      for (value, field) in zip(values, element.payload) { visit(value, as: field.type) }
    }
  }

  private mutating func rememberID(of row: RecordedValue, as type: TypeReference) {
    guard let field = schema.idField(of: type),
      let id = schema.id(of: row, as: type, idType: field.type)
    else { return }
    Self.remember(id, in: &rowIDs[field.type, default: []], limit: limit)
    if case .named = field.type {
      Self.remember(id, in: &seen[field.type, default: []], limit: limit)
    }
  }

  private static func remember(
    _ value: RecordedValue, in values: inout [RecordedValue], limit: Int
  ) {
    guard values.count < limit, !values.contains(value) else { return }
    values.append(value)
  }

  /// Returns the first and the last elements, because apps insert at either end.
  private static func ends<Element>(of elements: [Element]) -> [Element] {
    guard elements.count > elementLimit else { return elements }
    return Array(elements.prefix(elementLimit / 2) + elements.suffix(elementLimit / 2))
  }
}
