import RecordCoding

/// A parser of one action: the cases that lead to it, followed by its values.
struct ActionParser {
  /// The index of a case on the path, with the identity of a row if the case names one.
  private typealias Step = (index: Int, id: RecordedValue?)

  let actions: ActionText
  var values: ValueParser
  var cursor: StateCursor
  /// The parsed path in the form of the catalog and in printed form.
  private(set) var path = ""
  private(set) var shownPath = ""

  init(actions: ActionText, text: String, cursor: StateCursor) {
    self.actions = actions
    self.cursor = cursor
    values = ValueParser(schema: actions.schema, text: text)
    values.state = cursor.source
  }

  mutating func action() throws(ActionTextError) -> RecordedValue {
    values.scanner.skipSpaces()
    guard !values.scanner.isAtEnd else { throw .empty }
    var type = actions.type
    var steps: [Step] = []
    _ = values.scanner.take(".")
    while let cases = actions.schema.cases(of: type) {
      try values.enter()
      if values.scanner.isNext("["), cases.contains(where: actions.schema.isRow) {
        let (index, id) = try row(among: cases)
        steps.append((index, id))
        type = cases[index].payload[1].type
        if !values.scanner.isNext("[") { try values.scanner.require(".") }
        continue
      }
      let (index, isOmitted) = try caseIndex(in: cases, of: type)
      let element = cases[index]
      if isOmitted {
        cursor.enter(element.name)
        steps.append((index, nil))
        type = element.payload[0].type
        continue
      }
      if values.scanner.isNext("="), actions.schema.isAssigned(element, of: type) {
        try values.scanner.require("=")
        let value = try values.value(of: element.payload[0])
        try values.requireEnd()
        return Self.fold(steps, around: .enumeration(case: index, payload: [value]))
      }
      guard actions.schema.isStep(element), let field = element.payload.first, continues() else {
        let payload = try payload(of: element)
        try values.requireEnd()
        return Self.fold(steps, around: .enumeration(case: index, payload: payload))
      }
      cursor.enter(element.name)
      steps.append((index, nil))
      type = field.type
    }
    let value = try values.value(of: type)
    try values.requireEnd()
    return Self.fold(steps, around: value)
  }

  /// Takes the dot before a further case. Returns whether a case or a row follows.
  private mutating func continues() -> Bool {
    values.scanner.take(".") || values.scanner.isNext("[")
  }

  /// Takes the name of a case. If none of the cases follows, returns the one that a compact text
  /// omits here.
  private mutating func caseIndex(
    in cases: [RecordCase], of type: TypeReference
  ) throws(ActionTextError) -> (index: Int, isOmitted: Bool) {
    let start = values.scanner.position
    guard let name = values.scanner.name() else {
      if let index = actions.schema.omittedCase(of: type, before: values.scanner) {
        return (index, true)
      }
      guard values.scanner.isAtEnd else {
        throw .missingSign(
          expected: "the name of an action", found: values.scanner.nextPiece,
          column: values.scanner.column)
      }
      throw incomplete(type)
    }
    let candidates = cases.indices.filter {
      cases[$0].name == name && !actions.schema.isRow(cases[$0])
    }
    guard let index = choose(among: candidates, of: cases) ?? fullRow(name, in: cases) else {
      values.scanner.move(to: start)
      if let index = actions.schema.omittedCase(of: type, before: values.scanner) {
        return (index, true)
      }
      if cases.allSatisfy(actions.schema.isRow), !path.isEmpty {
        throw .missingRow(path: shownPath, column: start + 1)
      }
      throw unknownAction(among: type)
    }
    append(".\(name.asWrittenName)")
    return (index, false)
  }

  /// Returns the overload of a case whose payload matches the rest of the line.
  private mutating func choose(among candidates: [Int], of cases: [RecordCase]) -> Int? {
    guard candidates.count > 1, !values.scanner.isNext("(") else {
      return values.choose(among: candidates, of: cases)
    }
    return candidates.first { actions.schema.isStep(cases[$0]) } ?? candidates.first
  }

  /// Returns the case of a row that is written in full: `element(id: …, action: …)`.
  private mutating func fullRow(_ name: String, in cases: [RecordCase]) -> Int? {
    guard values.scanner.isNext("(") else { return nil }
    return cases.indices.first { cases[$0].name == name }
  }

  private mutating func payload(
    of element: RecordCase
  ) throws(ActionTextError) -> [RecordedValue] {
    values.action = shownPath
    values.scanner.skipSpaces()
    if element.payload.isEmpty {
      let start = values.scanner.position
      if values.scanner.take("("), values.scanner.take(")") { return [] }
      values.scanner.move(to: start)
      guard !values.scanner.isNext("(") else {
        throw .unexpectedPayload(path: shownPath, column: values.scanner.column)
      }
      return []
    }
    guard values.scanner.isAtEnd, actions.schema.isStep(element) else {
      let path = shownPath
      return try values.payload(of: element) { values in
        .missingPayload(
          path: path, signature: path + values.types.text(of: element.payload),
          column: values.scanner.column)
      }
    }
    throw incomplete(element.payload[0].type)
  }

  package mutating func append(_ text: String, shown: String? = nil) {
    path += path.isEmpty && text.hasPrefix(".") ? String(text.dropFirst()) : text
    let shown = shown ?? text
    shownPath += shownPath.isEmpty && shown.hasPrefix(".") ? String(shown.dropFirst()) : shown
  }

  /// Wraps an action in its steps, innermost first.
  private static func fold(_ steps: [Step], around action: RecordedValue) -> RecordedValue {
    steps.reversed().reduce(action) { action, step in
      .enumeration(case: step.index, payload: step.id.map { [$0, action] } ?? [action])
    }
  }
}

extension ActionParser {
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
    if let row = rowIndex() {
      id = try self.id(ofRow: row, as: type, column: start + 1)
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

  /// Takes a number if it is all that the brackets contain.
  private mutating func rowIndex() -> Int? {
    let start = values.scanner.position
    let word = values.scanner.word()
    if word.utf8.allSatisfy({ (48...57).contains($0) }), let index = Int(word),
      !word.isEmpty, values.scanner.isNext("]") || values.scanner.isAtEnd
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
      let id = actions.reader.id(of: list.rows[index], as: list.type, idType: type)
    else {
      throw .noSuchRow(path: shownPath, index: index, count: list.rows.count, column: column)
    }
    return id
  }
}
