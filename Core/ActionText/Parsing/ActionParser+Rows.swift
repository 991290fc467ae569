import RecordCoding
import RecordSchema

extension ActionParser {
  /// Reads the row that an action is for, between brackets.
  mutating func row(
    among cases: [RecordCase]
  ) throws(ActionTextError) -> (index: Int, id: RecordedValue) {
    guard let index = cases.firstIndex(where: actions.schema.isRow) else {
      throw .missingSign(
        expected: "the name of an action", found: values.scanner.nextPiece,
        column: values.scanner.column)
    }
    let type = cases[index].payload[0].type
    values.action = shownPath
    try values.scanner.require("[")
    values.scanner.skipSpaces()
    let start = values.scanner.position
    let id: RecordedValue
    if let place = rowIndex() {
      id = try self.id(ofRow: place, as: type, column: start + 1)
    } else {
      if values.scanner.label() != "id" { values.scanner.move(to: start) }
      id = try values.value(of: RecordField("id", type))
    }
    try values.scanner.require("]")
    cursor.enter(rowWithID: id, of: type)
    let text = ValueText(schema: actions.schema).text(of: id, as: type)
    append("[…]", shown: "[id: \(text)]")
    return (index, id)
  }

  /// The number that is all that stands between the brackets.
  private mutating func rowIndex() -> Int? {
    let start = values.scanner.position
    let word = values.scanner.word()
    if word.utf8.allSatisfy({ (48...57).contains($0) }), let index = Int(word),
      !word.isEmpty, values.scanner.comes("]") || values.scanner.isAtEnd
    {
      return index
    }
    values.scanner.move(to: start)
    return nil
  }

  private mutating func id(
    ofRow index: Int, as type: TypeReference, column: Int
  ) throws(ActionTextError) -> RecordedValue {
    let lists = cursor.lists(identifiedBy: type)
    guard let list = lists.first else {
      throw .unknownRows(path: shownPath, index: index, column: column)
    }
    guard lists.count == 1 else {
      throw .ambiguousRows(
        path: shownPath, index: index, lists: lists.prefix(4).map(\.path), column: column)
    }
    guard list.rows.indices.contains(index),
      let id = actions.schema.id(of: list.rows[index], as: list.type, idType: type)
    else {
      throw .noSuchRow(path: shownPath, index: index, count: list.rows.count, column: column)
    }
    return id
  }
}
