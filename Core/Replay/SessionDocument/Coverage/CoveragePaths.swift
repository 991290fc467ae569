package import RecordCoding
package import RecordedValues

/// The actions and fields that a session can cover, according to the types of its log.
///
/// Each row of a list is written as `[…]`: `shoppingList.products[…].updateName`,
/// `shoppingList.products[…].name`.
package struct CoveragePaths: Sendable {
  /// The maximum number of actions and of fields, which types with shared parts would exceed.
  private static let limit = 5_000

  package private(set) var actions: [String] = []
  /// The fields of the state, in source order. Structures and the rows of lists are expanded,
  /// optionals and enumerations are not.
  package private(set) var fields: [String] = []

  private let schema: Schema

  package init(schema: Schema, state: TypeReference, action: TypeReference) {
    self.schema = schema
    var open: [TypeReference] = []
    addActions(of: action, path: "", &open)
    addFields(of: state, path: "", &open)
  }

  private mutating func addActions(
    of type: TypeReference, path: String, _ open: inout [TypeReference]
  ) {
    guard let cases = schema.cases(of: type), !open.contains(type) else { return }
    open.append(type)
    defer { open.removeLast() }
    for element in cases where actions.count < Self.limit {
      let name = schema.path(path, to: element)
      if let inner = schema.innerAction(of: element) {
        addActions(of: inner.type, path: name, &open)
      } else {
        actions.append(name)
      }
    }
  }

  private mutating func addFields(
    of type: TypeReference, path: String, _ open: inout [TypeReference]
  ) {
    guard fields.count < Self.limit else { return }
    switch type {
    case .list(let kind, let element) where kind.isOrdered:
      if schema.fields(of: element) != nil, !open.contains(element) {
        return addFields(of: element, path: "\(path)[…]", &open)
      }
    case .named where !open.contains(type):
      if let parts = schema.fields(of: type) {
        open.append(type)
        defer { open.removeLast() }
        for (index, field) in parts.enumerated() {
          addFields(of: field.type, path: parts.path(of: index, in: path), &open)
        }
        return
      }
    default: break
    }
    fields.append(path)
  }
}

extension Schema {
  /// The result is one of `actions`, unless the type is recursive.
  package func casePath(of action: RecordedValue, as type: TypeReference) -> String {
    var (path, action, type) = ("", action, type)
    while case .enumeration(let index, let payload) = action, let cases = cases(of: type),
      cases.indices.contains(index)
    {
      path = self.path(path, to: cases[index])
      guard let inner = innerAction(of: cases[index]), payload.indices.contains(inner.index)
      else { break }
      (action, type) = (payload[inner.index], inner.type)
    }
    return path
  }

  /// Returns the path of an encoded action, decoding only the identities of rows that it contains.
  package func casePath(
    ofEncoded action: [UInt8], as type: TypeReference
  ) throws(RecordDecodingError) -> String {
    var decoder = RecordDecoder(action)
    var (path, type) = ("", type)
    while let cases = cases(of: type) {
      let element = cases[try decoder.tag(below: cases.count)]
      path = self.path(path, to: element)
      guard let inner = innerAction(of: element) else { break }
      for field in element.payload.prefix(inner.index) {
        _ = try decoder.decodeValue(of: field.type, in: self)
      }
      type = inner.type
    }
    return path
  }

  fileprivate func path(_ path: String, to element: RecordCase) -> String {
    if isRow(element) { return "\(path)[…]" }
    return path.isEmpty ? element.name : "\(path).\(element.name)"
  }

  fileprivate func innerAction(of element: RecordCase) -> (index: Int, type: TypeReference)? {
    if isRow(element) { return (1, element.payload[1].type) }
    return isStep(element) ? (0, element.payload[0].type) : nil
  }

  fileprivate func fields(of type: TypeReference) -> [RecordField]? {
    guard case .structure(let fields) = definition(of: type)?.kind else { return nil }
    return fields
  }
}
