package import RecordCoding
package import RecordSchema

extension ActionText {
  /// Reads an action from a line.
  ///
  /// A row may be named by its place, `products[0]`, if the state is given: the list is the one
  /// that the names in the action's path lead to. The state is read only for that.
  package func parse(
    _ line: String, state: @autoclosure @escaping () -> RecordedValue? = nil,
    stateType: TypeReference? = nil
  ) throws(ActionTextError) -> RecordedValue {
    var parser = ActionParser(
      actions: self, text: line,
      cursor: StateCursor(schema: schema, state: state, type: stateType))
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
  /// Checks that nothing stands behind what was read.
  mutating func requireEnd() throws(ActionTextError) {
    scanner.skipSpaces()
    guard scanner.isAtEnd else {
      throw .trailingText(found: scanner.nextPiece, column: scanner.column)
    }
  }
}
