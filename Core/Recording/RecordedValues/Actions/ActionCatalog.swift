import RecordCoding

/// All actions of an app as text, for `help` and for suggestions after misspellings.
package struct ActionCatalog: Sendable {
  package struct Entry: Hashable, Sendable {
    /// The cases that lead to the action: `shoppingList.products[…].updateName`.
    package let path: String
    /// The compact path and its values: `shoppingList.products[…].updateName(String)`.
    package let signature: String
    /// The indices of the cases that lead to the action, from the app's action on.
    package let cases: [Int]
  }

  /// The maximum number of entries. Types that share their parts can lead to an exponential number.
  private static let limit = 5000
  private static let visitLimit = 50_000

  package private(set) var entries: [Entry] = []
  private var visits = 0
  private let accepted: AcceptedCases

  /// Lists the actions of an app. A path that leads back to a type that contains it ends with `…`.
  init(_ actions: ActionText) {
    accepted = actions.accepted
    var open: [TypeReference] = []
    append(actions.type, path: "", shown: "", cases: [], open: &open)
  }

  private mutating func append(
    _ type: TypeReference, path: String, shown: String, cases indices: [Int],
    open: inout [TypeReference]
  ) {
    let schema = accepted.schema
    visits += 1
    guard entries.count < Self.limit, visits < Self.visitLimit,
      open.count < RecordEncoder.maximumDepth, let cases = schema.cases(of: type)
    else { return }
    guard !open.contains(type) else {
      return entries.append(
        Entry(path: path.continued("…"), signature: shown.continued("…"), cases: indices))
    }
    open.append(type)
    defer { open.removeLast() }
    let types = TypeText(schema: schema)
    for (index, element) in cases.enumerated()
    where entries.count < Self.limit && accepted.contains(element, of: type) {
      let indices = indices + [index]
      if schema.isRow(element) {
        append(
          element.payload[1].type, path: "\(path)[…]", shown: "\(shown)[…]", cases: indices,
          open: &open)
        continue
      }
      let name = element.name.asWrittenName
      let full = path.continued(name)
      let short = schema.isFolded(element, of: type) ? shown : shown.continued(name)
      if schema.isStep(element) {
        append(element.payload[0].type, path: full, shown: short, cases: indices, open: &open)
      } else {
        let values =
          schema.isAssigned(element, of: type)
          ? " = \(types.text(of: element.payload[0].type))"
          : element.payload.isEmpty ? "" : types.text(of: element.payload)
        entries.append(Entry(path: full, signature: short + values, cases: indices))
      }
    }
  }
}

extension String {
  /// Returns the path with a further name.
  fileprivate func continued(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}
