import RecordedValues
import RecordCoding

// Dialogs and lists in the state of a feature, which its actions refer to.
extension Schema {
  func isDialog(_ type: TypeReference) -> Bool {
    let name = genericName(of: type)
    return name == "AlertState" || name == "ConfirmationDialogState"
  }

  /// Returns the actions of a dialog's buttons that begin with the given cases.
  func answers(
    in value: RecordedValue, as type: TypeReference, of action: TypeReference,
    cases: ArraySlice<Int>
  ) -> [RecordedValue] {
    if type == action { return self.begins(value, with: cases) ? [value] : [] }
    func answers(
      _ values: [RecordedValue], _ fields: [RecordField]
    ) -> [RecordedValue] {
      zip(values, fields).flatMap { self.answers(in: $0, as: $1.type, of: action, cases: cases) }
    }
    return switch parts(of: value, as: type) {
    case .some(let value, let type):
      self.answers(in: value, as: type, of: action, cases: cases)
    case .elements(let values, let type, _):
      values.flatMap { self.answers(in: $0, as: type, of: action, cases: cases) }
    case .fields(let values, let fields, _): answers(values, fields)
    case .payload(let values, let element, _): answers(values, element.payload)
    case .leaf, .none, .pairs: []
    }
  }

  private func begins(_ value: RecordedValue, with cases: ArraySlice<Int>) -> Bool {
    var value = value
    for (index, number) in cases.enumerated() {
      guard case .enumeration(number, let payload) = value else { return false }
      guard index < cases.count - 1 else { return true }
      guard let inner = payload.first else { return false }
      value = inner
    }
    return true
  }

  /// Returns the count of the list in a feature's state to which indices refer.
  ///
  /// That is the list whose name is part of the action's: `products` for `deleteProducts`.
  /// Otherwise it is the smallest list, whose indices are valid in all lists.
  func rowCount(
    in value: RecordedValue, as type: TypeReference, for action: String
  ) -> Int? {
    let lists = lists(in: value, as: type, name: "", depth: 0)
    let named = lists.filter { !$0.name.isEmpty && action.lowercased().contains($0.name) }
    return (named.isEmpty ? lists : named).map(\.count).min()
  }

  private func lists(
    in value: RecordedValue, as type: TypeReference, name: String, depth: Int
  ) -> [(name: String, count: Int)] {
    guard depth < 4 else { return [] }
    return switch parts(of: value, as: type) {
    case .elements(_, let element, _) where contentOfRow(as: element) != element: []
    case .elements(let values, _, let kind) where kind != .set: [(name, values.count)]
    case .some(let value, let type): lists(in: value, as: type, name: name, depth: depth + 1)
    case .fields(let values, let fields, _):
      zip(values, fields).flatMap {
        lists(in: $0, as: $1.type, name: $1.name?.lowercased() ?? "", depth: depth + 1)
      }
    default: []
    }
  }
}
