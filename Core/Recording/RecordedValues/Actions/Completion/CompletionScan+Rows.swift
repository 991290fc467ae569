import RecordCoding

// Rows, which are known only from the state.
extension CompletionScan {
  /// The maximum number of listed rows. Further rows are only counted.
  private static let rowLimit = 100
  /// The maximum length of a row's summary, in characters.
  private static let summaryLimit = 20

  /// Scans the brackets of a row: `[0]` or `[id: …]`.
  mutating func row(identifiedBy id: TypeReference, action: TypeReference) -> Bool {
    guard takeOrOffer("[") else { return false }
    scanner.skipSpaces()
    let start = scanner.position
    while let next = scanner.next, next != "]" {
      if next != "\"" {
        scanner.move(to: scanner.position + 1)
      } else if (try? scanner.quotedText()) == nil {
        scanner.move(to: scanner.end)
      }
    }
    let typed = scanner.text(from: start, to: scanner.position)
    let lists = cursor.lists(identifiedBy: id)
    guard scanner.take("]") else {
      hint = "the index of a row (from 0), or 'id: ' and its identity, then ']'"
      if lists.count == 1 {
        offerRows(of: lists[0], id, typed, from: start, end: leadsToRow(action) ? "]" : "].")
      }
      return false
    }
    if let identity = identity(typed, as: id, in: lists) {
      cursor.enter(rowWithID: identity, of: id)
    }
    return true
  }

  /// Returns the identity in the brackets, or the identity of the row with that index.
  private func identity(
    _ text: String, as type: TypeReference, in lists: [RowList]
  ) -> RecordedValue? {
    if let index = Int(text) {
      guard lists.count == 1, lists[0].rows.indices.contains(index) else { return nil }
      return cursor.reader.id(of: lists[0].rows[index], as: lists[0].type, idType: type)
    }
    return try? ActionText.parseValue(
      text.withoutIDLabel ?? text, as: type, in: schema, state: cursor.source)
  }

  private mutating func offerRows(
    of list: RowList, _ id: TypeReference, _ typed: String, from start: Int, end: String
  ) {
    if let typed = typed.withoutIDLabel {
      let reader = cursor.reader
      let values = ValueText(schema: schema)
      offer(list, from: start) { row in
        guard let identity = reader.id(of: row, as: list.type, idType: id) else { return nil }
        let text = values.text(of: identity, as: id)
        let fits =
          text.hasPrefix(typed) || text.dropFirst().hasPrefix(typed)
          || id == .uuid && text.dropFirst().hasPrefix(typed.uppercased())
        return fits ? (text: "id: \(text)\(end)", title: text) : nil
      }
    } else if typed.utf8.allSatisfy({ (48...57).contains($0) }) {
      var index = -1
      offer(list, from: start) { _ in
        index += 1
        return "\(index)".hasPrefix(typed) ? (text: "\(index)\(end)", title: "\(index)") : nil
      }
    } else if "id: ".hasPrefix(typed) {
      add("id: ", from: start)
    }
    if list.rows.isEmpty { hint = "there are no rows" }
  }

  private mutating func offer(
    _ list: RowList, from start: Int, fitting: (RecordedValue) -> (text: String, title: String)?
  ) {
    var count = 0
    for row in list.rows {
      guard let (text, title) = fitting(row) else { continue }
      count += 1
      guard count <= Self.rowLimit else {
        unlisted += 1
        continue
      }
      let summary = summary(of: row, as: list.type)
      add(text, from: start, title: summary.isEmpty ? title : "\(title) \(summary)")
    }
  }

  /// Returns the first string of a row, or else the first field that is not its identity.
  func summary(of row: RecordedValue, as type: TypeReference) -> String {
    let (content, type) = schema.contentOfRow(row, as: type)
    guard case .structure(let fields) = schema.definition(of: type)?.kind,
      case .product(let values) = content
    else { return "" }
    let parts = zip(fields, values).filter { $0.0.name != "id" }
    guard let part = parts.first(where: { $0.0.type == .string }) ?? parts.first else { return "" }
    let text = ValueText(schema: schema).text(of: part.1, as: part.0.type)
    return text.count > Self.summaryLimit ? text.prefix(Self.summaryLimit - 1) + "…" : text
  }
}

extension String {
  fileprivate var withoutIDLabel: String? {
    guard hasPrefix("id:") else { return nil }
    return String(dropFirst(3).drop { $0 == " " })
  }
}
