import RecordCoding

/// The cases of actions that the app's types accept, which completions and lists offer.
struct AcceptedCases: Sendable {
  let schema: Schema
  /// The names of the cases that the types always refuse to decode.
  private let rejected: [TypeReference: Set<String>]
  /// The types that accept no case.
  private var emptyTypes: Set<TypeReference> = []

  /// Finds the types that accept no case. The time grows at most with the square of their number.
  init(schema: Schema, rejected: [TypeReference: Set<String>]) {
    (self.schema, self.rejected) = (schema, rejected)
    var count = -1
    while count < emptyTypes.count {
      count = emptyTypes.count
      // Most types are described before the types of their cases.
      for index in schema.types.indices.reversed() {
        let type = TypeReference.named(index)
        if let cases = schema.cases(of: type), !cases.contains(where: { contains($0, of: type) }) {
          emptyTypes.insert(type)
        }
      }
    }
  }

  /// Returns the accepted cases of a type.
  func cases(of type: TypeReference) -> [RecordCase] {
    (schema.cases(of: type) ?? []).filter { contains($0, of: type) }
  }

  /// Returns whether an action can have a case of a type. The type must accept the case, and the
  /// case must lead to an accepted one.
  func contains(_ element: RecordCase, of type: TypeReference) -> Bool {
    guard rejected[type]?.contains(element.name) != true else { return false }
    guard schema.isStep(element) || schema.isRow(element), let inner = element.payload.last?.type
    else { return true }
    return !emptyTypes.contains(inner)
  }
}
