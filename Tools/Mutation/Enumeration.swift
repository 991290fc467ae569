import SwiftSyntax

/// The cases of an enumeration of the features.
struct Enumeration {
  /// A case, and the labels and types of what it holds.
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

  /// Whether a case has a name, and holds values with some labels.
  func has(_ name: String, labels: [String]) -> Bool {
    cases.contains { $0.name == name && $0.labels == labels }
  }

  /// The next case, from the first again after the last, that holds values of the same types.
  func alternative(to name: String) -> String? {
    guard let index = cases.firstIndex(where: { $0.name == name }) else { return nil }
    let others = cases[(index + 1)...] + cases[..<index]
    return others.first {
      $0.labels == cases[index].labels && $0.types == cases[index].types
    }?.name
  }
}
