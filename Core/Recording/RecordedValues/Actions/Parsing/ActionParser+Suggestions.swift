import RecordCoding

extension ActionParser {
  /// Returns an error for an action that ends before a case of a type.
  func incomplete(_ type: TypeReference) -> ActionTextError {
    let cases = actions.accepted.cases(of: type)
    let names = cases.prefix(6).map { element in
      actions.schema.isRow(element) ? "[id: …]" : ".\(element.name.asWrittenName)"
    }
    return .incompleteAction(
      path: shownPath, continuations: names + (cases.count > names.count ? ["…"] : []),
      column: values.scanner.column)
  }

  mutating func unknownAction(among type: TypeReference) -> ActionTextError {
    let cases = actions.accepted.cases(of: type)
    let column = values.scanner.column
    let rest = values.scanner.restOfPath()
    let prefix = path.isEmpty ? "" : "\(path)."
    let shown = shownPath.isEmpty ? rest : "\(shownPath).\(rest)"
    let here = cases.map { prefix + $0.name.asWrittenName }
    let catalog = actions.catalog.entries
    var nearest = Spelling.nearest(to: prefix + rest, among: catalog.map(\.path) + here)
    if nearest.isEmpty {
      // Users often remember only the last name.
      nearest = catalog.map(\.path).filter { $0.hasSuffix(".\(rest)") }.prefix(3).map(\.self)
    }
    if nearest.isEmpty, let first = rest.nameComponents.first {
      nearest = Spelling.nearest(to: prefix + first, among: here)
    }
    return .unknownAction(path: shown, suggestions: nearest, column: column)
  }
}

extension TextScanner {
  /// Takes the following names, dots and rows. Rows are written as in the catalog.
  mutating func restOfPath() -> String {
    let limit = 200
    var path = ""
    while let name = name(), path.unicodeScalars.count < limit {
      path += String(name.asWrittenName.unicodeScalars.prefix(limit))
      if next == "[" {
        while let scalar = next, scalar != "]" { move(to: position + 1) }
        _ = take("]")
        path += "[…]"
      }
      guard next == ".", take(".") else { break }
      path += "."
    }
    return path
  }
}
