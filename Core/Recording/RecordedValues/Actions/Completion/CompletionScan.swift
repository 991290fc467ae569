import RecordCoding

/// A scan of an incomplete line. Each function returns whether the line continues.
struct CompletionScan {
  let schema: Schema
  private let accepted: AcceptedCases
  var scanner: TextScanner
  /// The position in the state, which provides rows.
  var cursor: StateCursor
  private(set) var candidates: [ActionCompleter.Candidate] = []
  var unlisted = 0
  package var hint: String?
  private var depth = 0

  init(_ accepted: AcceptedCases, line: String, cursor: StateCursor) {
    self.accepted = accepted
    schema = accepted.schema
    self.cursor = cursor
    scanner = TextScanner(line)
  }

  private var types: TypeText { TypeText(schema: schema) }

  mutating func action(_ root: TypeReference) {
    var type = root
    _ = scanner.take(".")
    while let cases = schema.cases(of: type) {
      if let index = schema.omittedCase(of: type, before: scanner, hasWholeNames: false) {
        cursor.enter(cases[index].name)
        type = cases[index].payload[0].type
        continue
      }
      if let row = cases.first(where: schema.isRow) {
        guard self.row(identifiedBy: row.payload[0].type, action: row.payload[1].type) else {
          return
        }
        type = row.payload[1].type
        // A list may contain lists.
        if !leadsToRow(type), !takeOrOffer(".") { return }
        continue
      }
      scanner.skipSpaces()
      let start = scanner.position
      let name = scanner.partialName() ?? ""
      if scanner.isAtEnd { return offerCases(of: type, from: start, typed: name) }
      guard let element = cases.first(where: { $0.name == name }) else { return }
      if schema.isAssigned(element, of: type), scanner.take("=") {
        _ = value(of: element.payload[0].type)
        return
      }
      guard schema.isStep(element), scanner.next == "." || scanner.next == "[" else {
        return payload(of: element)
      }
      _ = scanner.take(".")
      cursor.enter(element.name)
      type = element.payload[0].type
    }
  }

  private mutating func payload(of element: RecordCase) {
    guard scanner.take("("), !element.payload.isEmpty else { return }
    _ = fields(element.payload)
  }

  mutating func fields(_ fields: [RecordField]) -> Bool {
    for (index, field) in fields.enumerated() {
      scanner.skipSpaces()
      let start = scanner.position
      var field = field
      if let label = scanner.label() {
        guard let labeled = fields.first(where: { $0.name == label }) else { return false }
        field = labeled
        scanner.skipSpaces()
      } else if let name = field.name {
        let typed = scanner.partialName() ?? ""
        if scanner.isAtEnd, name.hasPrefix(typed) {
          add("\(name.asWrittenName): ", from: start)
          return false
        }
        scanner.move(to: start)
      }
      guard value(of: field.type) else { return false }
      let isLast = index == fields.count - 1
      guard takeOrOffer(isLast ? ")" : ",", then: isLast ? "" : " ") else { return false }
    }
    return true
  }

  mutating func value(of type: TypeReference) -> Bool {
    guard depth < RecordEncoder.maximumDepth else { return false }
    depth += 1
    defer { depth -= 1 }
    scanner.skipSpaces()
    let start = scanner.position
    switch type {
    case .optional(let wrapped):
      let typed = scanner.name() ?? ""
      if scanner.isAtEnd { offer(["nil"], from: start, typed: typed) }
      if typed == "nil" { return !scanner.isAtEnd || candidates.count == 1 && takeNothing() }
      scanner.move(to: start)
      return value(of: wrapped)
    case .bool:
      let typed = scanner.name() ?? ""
      if scanner.isAtEnd { offer(["true", "false"], from: start, typed: typed) }
      return finished(typed == "true" || typed == "false")
    case .tuple(let fields):
      return takeOrOffer("(") && self.fields(fields)
    case .list(_, let element):
      return list(of: element)
    case .named:
      return named(type)
    case .string, .date, .url, .data, .json:
      return quoted(type)
    case .uuid where scanner.next != "\"":
      return uuid()
    default:
      return word(type)
    }
  }

  private mutating func named(_ type: TypeReference) -> Bool {
    guard let definition = schema.definition(of: type) else { return false }
    let start = scanner.position
    switch definition.kind {
    case .structure(let fields):
      let typed = scanner.partialName() ?? ""
      if scanner.isAtEnd {
        let name = definition.shortName
        if name.withoutBackticks.hasPrefix(typed) { add("\(name)(", from: start) }
        return false
      }
      return scanner.take("(") && self.fields(fields)
    case .enumeration(let cases):
      _ = scanner.take(".")
      let typed = scanner.partialName() ?? ""
      if scanner.isAtEnd {
        let fits = cases.filter { $0.name.hasPrefix(typed) }
        for element in fits {
          let name = ".\(element.name.asWrittenName)"
          add(element.payload.isEmpty ? name : "\(name)(", from: start)
        }
        return finished(fits.count == 1 && fits[0].name == typed && fits[0].payload.isEmpty)
      }
      guard let element = cases.first(where: { $0.name == typed }) else { return false }
      guard !element.payload.isEmpty else { return true }
      return scanner.take("(") && fields(element.payload)
    }
  }

  private mutating func list(of element: TypeReference) -> Bool {
    guard takeOrOffer("[") else { return false }
    while !scanner.take("]") {
      guard value(of: element) else { return false }
      guard !scanner.isNext("]") else { continue }
      guard takeOrOffer(",", then: " ") else { return false }
    }
    return true
  }

  private mutating func quoted(_ type: TypeReference) -> Bool {
    guard !scanner.isAtEnd else {
      add("\"", from: scanner.position)
      hint = types.hint(for: type)
      return false
    }
    guard (try? scanner.quotedText()) != nil else {
      hint = types.hint(for: type)
      return false
    }
    return true
  }

  private mutating func word(_ type: TypeReference) -> Bool {
    guard !scanner.word().isEmpty else {
      hint = types.hint(for: type)
      return false
    }
    return true
  }
}

extension CompletionScan {
  /// Takes the next sign, or offers it if the line ends here.
  mutating func takeOrOffer(_ sign: Character, then rest: String = "") -> Bool {
    if let scalar = sign.unicodeScalars.first, scanner.take(scalar) { return true }
    if scanner.isAtEnd { add("\(sign)\(rest)", from: scanner.position) }
    return false
  }

  /// Offers the cases of a type. In place of a case that compact texts omit, those that it leads to
  /// are offered, unless its name is being typed.
  private mutating func offerCases(of type: TypeReference, from start: Int, typed: String) {
    for element in accepted.cases(of: type) {
      let isTyped = element.name.hasPrefix(typed)
      if schema.isFolded(element, of: type), typed.isEmpty || !isTyped {
        offerCases(of: element.payload[0].type, from: start, typed: typed)
      } else if isTyped {
        let rest = schema.isAssigned(element, of: type) ? " = " : continuation(of: element)
        add(element.name.asWrittenName + rest, from: start)
      }
    }
  }

  private mutating func offer(_ words: [String], from start: Int, typed: String) {
    for word in words where word.hasPrefix(typed) { add(word, from: start) }
  }

  /// Returns the text after the name of a case: a dot, a row, or its values.
  private func continuation(of element: RecordCase) -> String {
    guard schema.isStep(element) else { return element.payload.isEmpty ? "" : "(" }
    return leadsToRow(element.payload[0].type) ? "[" : "."
  }

  func leadsToRow(_ type: TypeReference) -> Bool {
    schema.cases(of: type)?.contains(where: schema.isRow) == true
  }

  mutating func add(_ text: String, from start: Int, title: String? = nil) {
    let whole = scanner.text(from: 0, to: start) + text
    candidates.append(ActionCompleter.Candidate(text: whole, title: title ?? text))
  }

  /// Returns whether the word is complete. A complete word at the end of the line has no
  /// candidates.
  private mutating func finished(_ isWhole: Bool) -> Bool {
    guard scanner.isAtEnd else { return isWhole }
    if isWhole { candidates = [] }
    return isWhole
  }

  private mutating func takeNothing() -> Bool {
    candidates = []
    return true
  }
}
