import SwiftSyntax

/// The cases of an enumeration of the features.
struct Enumeration {
  struct Case {
    let name: String
    let labels: [String]
    let types: [String]

    init(_ element: EnumCaseElementSyntax) {
      let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
      name = element.name.text
      labels = parameters.map { $0.firstName?.text ?? "_" }
      types = parameters.map(\.type.trimmedDescription)
    }
  }

  let file: String
  let cases: [Case]

  func has(_ name: String, labels: [String]) -> Bool {
    cases.contains { $0.name == name && $0.labels == labels }
  }

  /// Returns the next case, cyclically, whose associated values have the same types.
  func alternative(to name: String) -> String? {
    guard let index = cases.firstIndex(where: { $0.name == name }) else { return nil }
    let others = cases[(index + 1)...] + cases[..<index]
    return others.first {
      $0.labels == cases[index].labels && $0.types == cases[index].types
    }?.name
  }
}
