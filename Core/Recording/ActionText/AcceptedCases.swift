import RecordCoding
import RecordedValues

/// The cases of actions that the app's types accept, which completions and lists offer.
struct AcceptedCases: Sendable {
  let schema: Schema
  /// The names of the cases that the types always refuse to decode.
  let rejected: [TypeReference: Set<String>]

  /// Returns the accepted cases of a type.
  func cases(of type: TypeReference) -> [RecordCase] {
    (schema.cases(of: type) ?? []).filter { contains($0, of: type) }
  }

  /// Returns whether an action can have a case of a type: the type accepts it, and the case leads to
  /// one that its own type accepts.
  func contains(_ element: RecordCase, of type: TypeReference) -> Bool {
    contains(element, of: type, within: [type])
  }

  private func contains(
    _ element: RecordCase, of type: TypeReference, within open: Set<TypeReference>
  ) -> Bool {
    guard rejected[type]?.contains(element.name) != true else { return false }
    guard schema.isStep(element) || schema.isRow(element), let inner = element.payload.last?.type,
      let cases = schema.cases(of: inner), !open.contains(inner)
    else { return true }
    return cases.contains { contains($0, of: inner, within: open.union([inner])) }
  }
}
