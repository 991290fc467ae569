package import RecordedValues
import RecordCoding

// An action that was drawn in one state may be sent in a different state.
extension UserActions {
  /// Returns whether a state contains what an action addresses: the rows, the presented features,
  /// and the button of an alert. The state is requested only if the action depends on it.
  package func isPossible(
    _ action: RecordedValue, in state: @autoclosure () -> RecordedValue
  ) -> Bool {
    guard let leaf = leaves.first(where: { $0.leads(to: action) }),
      leaf.needsState || leaf.hasReferences
    else { return true }
    let state = state()
    var cursor = StateCursor(reader: actions.reader, state: { state }, type: stateType)
    var place = cursor.value()
    var action = action
    for (index, step) in leaf.steps.enumerated() {
      guard let inner = action.payload.last else { return false }
      switch step {
      case .row(let type):
        let id = action.payload[0]
        guard hasRow(id, of: type, at: &cursor, for: leaf.name(after: index)) else { return false }
        cursor.enter(rowWithID: id, of: type)
      case .name(let name, let type, let stateType, let isGuarded):
        cursor.enter(name)
        if let stateType { cursor.prefer(stateType) }
        guard isGuarded else { break }
        guard let part = cursor.value() else { return false }
        if let answers = answers(in: part, of: type, after: index, leaf) {
          return answers.contains(inner)
        }
      }
      place = cursor.value() ?? place
      action = inner
    }
    switch leaf.content {
    case .constant: return true
    case .pop(let type):
      return action.payload.first.map { hasRow($0, of: type, at: &cursor, for: nil) } ?? false
    case .push(let type, _):
      return action.payload.first.map { id in
        rows(identifiedBy: type, at: &cursor, for: nil) != nil
          && !hasRow(id, of: type, at: &cursor, for: nil)
      } ?? false
    case .payload(let fields):
      var pool = values.pool
      pool.add(state, as: stateType)
      let count = rowCount(at: place, for: fields, leaf)
      return zip(fields, action.payload).allSatisfy {
        isPossible($1, as: $0, rowCount: count, among: pool)
      }
    }
  }

  /// Returns the rows of a list, if the path leads to exactly one. If the rows are enumerations,
  /// returns only the rows in the case that the path names next.
  func rows(
    identifiedBy type: TypeReference, at cursor: inout StateCursor, for name: String?
  ) -> (rows: [RecordedValue], type: TypeReference)? {
    let lists = cursor.lists(identifiedBy: type)
    guard lists.count == 1, let list = lists.first else { return nil }
    let schema = actions.schema
    var rows = list.rows
    if let cases = schema.cases(of: schema.contentOfRow(as: list.type)),
      let index = cases.firstIndex(where: { $0.name == name })
    {
      rows.removeAll { row in
        guard case .enumeration(index, _) = schema.contentOfRow(row, as: list.type).value else {
          return true
        }
        return false
      }
    }
    return (rows, list.type)
  }

  func hasRow(
    _ id: RecordedValue, of type: TypeReference, at cursor: inout StateCursor, for name: String?
  ) -> Bool {
    guard let list = rows(identifiedBy: type, at: &cursor, for: name) else { return false }
    return list.rows.contains { actions.reader.id(of: $0, as: list.type, idType: type) == id }
  }

  private func isPossible(
    _ value: RecordedValue, as field: RecordField, rowCount: Int?, among pool: ValuePool
  ) -> Bool {
    switch value {
    case .sequence(let indices) where field.type == .indices:
      return rowCount.map { count in
        indices.allSatisfy { if case .signed(let index) = $0 { index < count } else { false } }
      } ?? true
    case .signed(let index) where field.type == .index && rowCount != nil:
      return rowCount.map { index <= $0 } ?? true
    case .none: return true
    case .some(let value):
      guard case .optional(let type) = field.type, hasIdentity(field) else { return true }
      return pool.identities(of: type).contains(value)
    default: return !hasIdentity(field) || pool.identities(of: field.type).contains(value)
    }
  }
}

extension ActionLeaf {
  /// Whether an action is in the cases of the path.
  fileprivate func leads(to action: RecordedValue) -> Bool {
    var action: RecordedValue? = action
    for number in cases {
      guard case .enumeration(number, let payload) = action else { return false }
      action = payload.last
    }
    return true
  }
}

extension RecordedValue {
  fileprivate var payload: [RecordedValue] {
    if case .enumeration(_, let payload) = self { payload } else { [] }
  }
}
