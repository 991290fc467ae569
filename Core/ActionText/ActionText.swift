package import RecordCoding
package import RecordSchema

/// Prints and parses actions as a person writes them: `counter.nthPrimeResponse(17)`.
///
/// The cases from the app's action down to a feature's are joined with dots, for as long as a case
/// has one associated value, without a label, that is an enumeration. A row of a list is named by
/// its identity: `shoppingList.products[id: "…"].updateName("Milk")`. What is printed parses back
/// to the same value.
package struct ActionText: Sendable {
  package let schema: Schema
  package let type: TypeReference
  let reader: RowReader
  private let foldedLength: Int

  /// Creates a printer and parser of the actions of a type.
  package init(
    schema: Schema, type: TypeReference, rowIdentities: RowIdentities = RowIdentities(),
    foldingTextsOver foldedLength: Int = .max
  ) {
    self.schema = schema
    self.type = type
    self.foldedLength = foldedLength
    reader = RowReader(schema: schema, identities: rowIdentities)
  }

  /// The names of the enumerations that an action goes through, the app's action first.
  package func typeNames(of action: RecordedValue) -> [String] {
    var names: [String] = []
    var action = action
    var type = type
    while case .payload(let payload, let element, _) = schema.parts(of: action, as: type) {
      if let definition = schema.definition(of: type) { names.append(definition.name) }
      guard schema.isRow(element) || schema.isStep(element),
        let inner = payload.last, let field = element.payload.last
      else { break }
      (action, type) = (inner, field.type)
    }
    return names
  }

  /// The action on one line.
  package func text(of action: RecordedValue) -> String {
    text(of: action, finding: nil)
  }

  /// Returns the action on one line, with rows by their indices, `products[0]`, in a state.
  package func text(
    of action: RecordedValue, in state: RecordedValue, as stateType: TypeReference
  ) -> String {
    text(of: action, finding: StateCursor(reader: reader, state: { state }, type: stateType))
  }

  private func text(of action: RecordedValue, finding rows: StateCursor?) -> String {
    let values = ValueText(schema: schema, foldingTextsOver: foldedLength)
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
      text += text.isEmpty ? "" : "."
      text += element.name.asWrittenName
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
  /// Reads an action from a line.
  ///
  /// A row may be named by its index, `products[0]`, if the state is given: the list is the one
  /// that the names in the action's path lead to. The state is read only for that.
  package func parse(
    _ line: String, state: @autoclosure @escaping () -> RecordedValue? = nil,
    stateType: TypeReference? = nil
  ) throws(ActionTextError) -> RecordedValue {
    var parser = ActionParser(
      actions: self, text: line,
      cursor: StateCursor(reader: reader, state: state, type: stateType))
    return try parser.action()
  }

  /// Reads a value of any type from a line.
  package static func parseValue(
    _ line: String, as type: TypeReference, in schema: Schema
  ) throws(ActionTextError) -> RecordedValue {
    var parser = ValueParser(schema: schema, text: line)
    let value = try parser.value(of: type)
    try parser.requireEnd()
    return value
  }

  /// Every action of the app.
  package var catalog: ActionCatalog { ActionCatalog(schema: schema, type: type) }
}

extension ValueParser {
  /// Throws if there is text left.
  mutating func requireEnd() throws(ActionTextError) {
    scanner.skipSpaces()
    guard scanner.isAtEnd else {
      throw .trailingText(found: scanner.nextPiece, column: scanner.column)
    }
  }
}
