package import RecordCoding
package import RecordSchema

/// The actions and the fields that a session can exercise, by the types of its log.
///
/// A row of a list is `[…]`, whichever it is: `shoppingList.products[…].updateName`,
/// `shoppingList.products[…].name`.
package struct CoveragePaths: Sendable {
  /// More than this are not listed: types that share their parts can lead to no end of them.
  private static let limit = 5_000

  /// The actions, in the order of the source.
  package private(set) var actions: [String] = []
  /// The fields of the state, in the order of the source: structures are opened, and so are the rows of
  /// lists; optionals and enumerations are not.
  package private(set) var fields: [String] = []

  private let schema: Schema

  /// Lists what the types of a log have.
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
    case .array(let element), .identifiedArray(let element):
      if schema.fields(of: element) != nil, !open.contains(element) {
        return addFields(of: element, path: "\(path)[…]", &open)
      }
    case .named where !open.contains(type):
      if let parts = schema.fields(of: type) {
        open.append(type)
        defer { open.removeLast() }
        for field in parts {
          let name = field.name ?? ""
          addFields(of: field.type, path: path.isEmpty ? name : "\(path).\(name)", &open)
        }
        return
      }
    default: break
    }
    fields.append(path)
  }
}

extension Schema {
  /// The path of an action by the names of its cases; it is one of `CoveragePaths.actions`, unless the type
  /// leads back to itself.
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

  fileprivate func path(_ path: String, to element: RecordCase) -> String {
    if isRow(element) { return "\(path)[…]" }
    return path.isEmpty ? element.name : "\(path).\(element.name)"
  }

  /// The action that a case holds, if it holds one.
  fileprivate func innerAction(of element: RecordCase) -> (index: Int, type: TypeReference)? {
    if isRow(element) { return (1, element.payload[1].type) }
    return isStep(element) ? (0, element.payload[0].type) : nil
  }

  fileprivate func fields(of type: TypeReference) -> [RecordField]? {
    guard case .structure(let fields) = definition(of: type)?.kind else { return nil }
    return fields
  }
}
