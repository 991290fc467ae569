import RecordCoding

/// The cases that lead to one or more actions: `shoppingList.products.updateName` or a prefix.
///
/// Text in brackets or after a parenthesis or `=` is ignored, so a printed action is a name. The
/// cases that compact texts omit may be left out.
package struct ActionName: Sendable {
  private let actions: ActionText
  private let names: [String]

  package init(_ text: String, of actions: ActionText) throws(ActionNameError) {
    self.actions = actions
    names = text.caseNames.nameComponents.filter { !$0.isEmpty }.map(\.withoutBackticks)
    guard !names.isEmpty, leads(names[...], from: actions.type, rows: 0) else {
      throw .unknown(name: text, suggestions: suggestions(for: text))
    }
  }

  package func matches(_ action: RecordedValue) -> Bool {
    let schema = actions.schema
    var rest = names[...]
    var (action, type) = (action, actions.type)
    while case .payload(let payload, let element, _) = schema.parts(of: action, as: type) {
      if schema.isRow(element), payload.count == 2 {
        (action, type) = (payload[1], element.payload[1].type)
        continue
      }
      guard let name = rest.first else { return true }
      if element.name == name {
        rest.removeFirst()
      } else if !schema.isFolded(element, of: type) {
        return false
      }
      guard schema.isStep(element), payload.count == 1 else { break }
      (action, type) = (payload[0], element.payload[0].type)
    }
    return rest.isEmpty
  }

  private func leads(_ names: ArraySlice<String>, from type: TypeReference, rows: Int) -> Bool {
    guard let name = names.first else { return true }
    let schema = actions.schema
    return (schema.cases(of: type) ?? []).contains { element in
      if schema.isRow(element) {
        // The actions of a row may contain the same rows again.
        return rows < 16 && leads(names, from: element.payload[1].type, rows: rows + 1)
      }
      guard element.name == name else {
        return schema.isFolded(element, of: type)
          && leads(names, from: element.payload[0].type, rows: rows)
      }
      guard schema.isStep(element) else { return names.count == 1 }
      return leads(names.dropFirst(), from: element.payload[0].type, rows: rows)
    }
  }

  private func suggestions(for text: String) -> [String] {
    var known: [String] = []
    for entry in actions.catalog.entries {
      let names = entry.path.caseNames.nameComponents
      for count in 1...max(1, names.count) {
        known.append(names.prefix(count).joined(separator: "."))
      }
    }
    let endings = known.filter { $0.hasSuffix(".\(text)") }
    guard endings.isEmpty else { return Array(endings.prefix(3)) }
    return Spelling.nearest(to: text, among: known)
  }
}

package enum ActionNameError: Error, Equatable, Sendable {
  /// No action has the name. The suggestions have a similar name.
  case unknown(name: String, suggestions: [String])
}

extension ActionNameError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let name, let suggestions):
      guard !suggestions.isEmpty else {
        return "no action is named '\(name)'; write it as 'show' prints it, without values"
      }
      let names = suggestions.map { "'\($0)'" }.joined(separator: " or ")
      return "no action is named '\(name)'; did you mean \(names)?"
    }
  }
}
