package import RecordCoding

/// A printer and parser of actions in a form that users type: `counter.nthPrimeResponse(17)`.
///
/// The cases from the app's action to a feature's action are joined with dots, as long as each case
/// has a single unlabeled associated value that is an enumeration. A list row is named by its
/// identity: `shoppingList.products[id: "…"].updateName("Milk")`. The output parses back to the
/// same value.
package struct ActionText: Sendable {
  package let schema: Schema
  package let type: TypeReference
  package let reader: RowReader
  private let rejectedCases: [TypeReference: Set<String>]
  private let foldedLength: Int

  package init(
    schema: Schema, type: TypeReference, rowIdentities: RowIdentities = RowIdentities(),
    rejectedCases: [TypeReference: Set<String>] = [:], foldingTextsOver foldedLength: Int = .max
  ) {
    self.schema = schema
    self.type = type
    self.foldedLength = foldedLength
    reader = RowReader(schema: schema, identities: rowIdentities)
    self.rejectedCases = rejectedCases
  }

  /// Returns the names of the enumerations on the path of an action, from the app's action on.
  package func typeNames(of action: RecordedValue) -> [String] {
    schema.levels(of: action, as: type).compactMap { schema.definition(of: $0.type)?.name }
  }

  package func text(of action: RecordedValue, shortening uuids: ShortUUIDs = .none) -> String {
    text(of: action, finding: nil, shortening: uuids)
  }

  /// Returns the action without the cases that say nothing to a reader: `form.title = "Planning"`
  /// for `form.presented.binding.title("Planning")`. Parses back to the same value.
  package func compactText(
    of action: RecordedValue, shortening uuids: ShortUUIDs = .none
  ) -> String {
    text(of: action, finding: nil, shortening: uuids, isCompact: true)
  }

  /// Returns the action on one line, with rows by their indices in a state, such as `products[0]`.
  package func text(
    of action: RecordedValue, in state: RecordedValue, as stateType: TypeReference
  ) -> String {
    text(of: action, finding: StateCursor(reader: reader, state: { state }, type: stateType))
  }

  private func text(
    of action: RecordedValue, finding rows: StateCursor?, shortening uuids: ShortUUIDs = .none,
    isCompact: Bool = false
  ) -> String {
    var values = ValueText(schema: schema, foldingTextsOver: foldedLength)
    values.shortUUIDs = uuids
    var rows = rows
    var text = ""
    var action = action
    var type = type
    while case .payload(let payload, let element, _) = schema.parts(of: action, as: type) {
      if schema.isRow(element), payload.count == 2 {
        let idType = element.payload[0].type
        let index = rows?.index(ofRowWithID: payload[0], of: idType)
        text += "[\(index.map(String.init) ?? "id: \(values.text(of: payload[0], as: idType))")]"
        rows?.enter(rowWithID: payload[0], of: idType)
        (action, type) = (payload[1], element.payload[1].type)
        continue
      }
      if isCompact, schema.isFolded(element, of: type), payload.count == 1 {
        (action, type) = (payload[0], element.payload[0].type)
        continue
      }
      text += text.isEmpty ? "" : "."
      text += element.name.asWrittenName
      if isCompact, payload.count == 1, schema.isAssigned(element, of: type) {
        return "\(text) = \(values.text(of: payload[0], as: element.payload[0].type))"
      }
      guard schema.isStep(element), payload.count == 1 else {
        if !payload.isEmpty { values.append(fields: payload, as: element.payload, to: &text) }
        return text
      }
      rows?.enter(element.name)
      (action, type) = (payload[0], element.payload[0].type)
    }
    return text.isEmpty ? values.text(of: action, as: type) : text
  }
}

extension ActionText {
  /// A row can be named by its index, such as `products[0]`, if the state is given.
  package func parse(
    _ line: String, state: @autoclosure @escaping () -> RecordedValue? = nil,
    stateType: TypeReference? = nil
  ) throws(ActionTextError) -> RecordedValue {
    var parser = ActionParser(
      actions: self, text: line,
      cursor: StateCursor(reader: reader, state: state, type: stateType))
    return try parser.action()
  }

  package static func parseValue(
    _ line: String, as type: TypeReference, in schema: Schema
  ) throws(ActionTextError) -> RecordedValue {
    try parseValue(line, as: type, in: schema, state: nil)
  }

  static func parseValue(
    _ line: String, as type: TypeReference, in schema: Schema, state: ParsedState?
  ) throws(ActionTextError) -> RecordedValue {
    var parser = ValueParser(schema: schema, text: line)
    parser.state = state
    let value = try parser.value(of: type)
    try parser.requireEnd()
    return value
  }

  /// The cases that the app accepts. Computed, because texts of actions are needed more often.
  var accepted: AcceptedCases { AcceptedCases(schema: schema, rejected: rejectedCases) }

  package var catalog: ActionCatalog { ActionCatalog(self) }
}

extension ValueParser {
  mutating func requireEnd() throws(ActionTextError) {
    scanner.skipSpaces()
    guard scanner.isAtEnd else {
      throw .trailingText(found: scanner.nextPiece, column: scanner.column)
    }
  }
}
