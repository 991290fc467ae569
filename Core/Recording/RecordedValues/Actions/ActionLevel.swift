package import RecordCoding

/// An enumeration on the path of an action, with the case that the action has there.
package struct ActionLevel: Sendable {
  package let type: TypeReference
  package let element: RecordCase
  package let payload: [RecordedValue]
}

extension Schema {
  /// Returns the enumerations on the path of an action: the app's first, then those that its cases
  /// and list rows contain.
  package func levels(of action: RecordedValue, as type: TypeReference) -> [ActionLevel] {
    var levels: [ActionLevel] = []
    var (action, type) = (action, type)
    while case .payload(let payload, let element, _) = parts(of: action, as: type) {
      levels.append(ActionLevel(type: type, element: element, payload: payload))
      guard isRow(element) || isStep(element), let inner = payload.last,
        let field = element.payload.last
      else { break }
      (action, type) = (inner, field.type)
    }
    return levels
  }
}
