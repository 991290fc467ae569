package import RecordCoding

/// A position in the state that follows an action's path to the part that the action addresses.
///
/// A field and the case of its actions may have different names. A name without a field can
/// therefore represent any field or none, and the later names must leave only one possibility. A
/// list may be in a part of the feature's state, such as `form.attendees` for the actions
/// `attendees`. The state is read only when a list or a value is requested.
package struct StateCursor {
  /// The maximum number of candidates. A path with more is too ambiguous to follow.
  private static let limit = 256

  private struct Part {
    let value: RecordedValue
    let type: TypeReference
    let path: String
  }

  private enum Step {
    case name(String)
    case row(id: RecordedValue, type: TypeReference)
    case part(of: TypeReference)
  }

  package let reader: RowReader
  private let state: () -> RecordedValue?
  private let type: TypeReference?
  private let schema: Schema
  /// The steps that have not been followed yet.
  private var ahead: [Step] = []
  private var hasBegun = false
  private var candidates: [Part] = []
  /// The last name, if it wasn't found as a field and represents any field.
  private var unknownName: String?

  package init(reader: RowReader, state: @escaping () -> RecordedValue?, type: TypeReference?) {
    self.reader = reader
    schema = reader.schema
    self.state = state
    self.type = type
  }

  /// The state from which the cursor starts, if it is known.
  var source: ParsedState? { type.map { ParsedState(read: state, type: $0, schema: schema) } }

  package mutating func enter(_ name: String) {
    ahead.append(.name(name))
  }

  /// Continues at the parts of a type, if the last name can represent several parts.
  package mutating func prefer(_ type: TypeReference) {
    ahead.append(.part(of: type))
  }

  package mutating func enter(rowWithID id: RecordedValue, of type: TypeReference) {
    ahead.append(.row(id: id, type: type))
  }

  /// Returns the lists to which the path may lead, if their rows have identities of a type.
  package mutating func lists(identifiedBy id: TypeReference) -> [RowList] {
    follow()
    return currentLists(identifiedBy: id)
  }

  /// Returns the value at the end of the path, if it exists and is unambiguous.
  package mutating func value() -> (value: RecordedValue, type: TypeReference)? {
    follow()
    guard unknownName == nil, candidates.count == 1, let part = candidates.first else { return nil }
    if case .none = part.value { return nil }
    return (part.value, part.type)
  }

  private mutating func follow() {
    if !hasBegun, let type, let state = state() {
      candidates = [Part(value: state.unwrapped, type: type.unwrapped, path: "")]
    }
    hasBegun = true
    for step in ahead {
      switch step {
      case .name(let name): follow(name)
      case .row(let id, let type): follow(rowWithID: id, of: type)
      case .part(of: let type): follow(partOf: type)
      }
    }
    ahead = []
  }

  /// Returns the index of a row, if the path leads to exactly one list that contains it.
  mutating func index(ofRowWithID id: RecordedValue, of type: TypeReference) -> Int? {
    let lists = lists(identifiedBy: type)
    guard lists.count == 1, let list = lists.first else { return nil }
    return list.rows.firstIndex { reader.id(of: $0, as: list.type, idType: type) == id }
  }

  private func currentLists(identifiedBy id: TypeReference) -> [RowList] {
    (unknownName.map(parts(named:)) ?? candidates).compactMap { part in
      guard let element = part.type.rowType, case .sequence(let rows) = part.value,
        reader.hasID(element, of: id)
      else { return nil }
      return RowList(path: part.path, rows: rows, type: element)
    }
  }

  private mutating func follow(_ name: String) {
    let named = parts(named: name)
    if !named.isEmpty {
      candidates = named
      unknownName = nil
    } else if name == "presented" {
      // The path of a presented feature's action has this name, but the state does not.
    } else {
      enterAnyPart(insteadOf: name)
    }
  }

  private mutating func follow(partOf type: TypeReference) {
    guard unknownName != nil else { return }
    let parts = candidates.filter { $0.type == type }
    guard !parts.isEmpty else { return }
    candidates = parts
    unknownName = nil
  }

  private mutating func follow(rowWithID id: RecordedValue, of type: TypeReference) {
    let rows = currentLists(identifiedBy: type).compactMap { list in
      list.rows.first { reader.id(of: $0, as: list.type, idType: type) == id }
        .map { schema.contentOfRow($0, as: list.type) }
        .map { Part(value: $0.value, type: $0.type, path: "\(list.path)[…]") }
    }
    candidates = rows.count == 1 ? rows : []
    unknownName = nil
  }

  private mutating func enterAnyPart(insteadOf name: String) {
    unknownName = name
    var paths: Set<String> = []
    // A value in a different case contains nothing for the named case.
    candidates.removeAll { part in
      schema.cases(of: part.type)?.contains { $0.name == name } == true
    }
    candidates = candidates.flatMap { [$0] + parts(of: $0).map(\.part) }
      .filter { paths.insert($0.path).inserted }
    if candidates.count > Self.limit { candidates = [] }
  }

  private func parts(named name: String) -> [Part] {
    candidates.flatMap { parts(of: $0).filter { $0.name == name }.map(\.part) }
  }

  /// Returns the fields of a structure, or the associated value of an enumeration.
  private func parts(of part: Part) -> [(name: String, part: Part)] {
    switch schema.parts(of: part.value, as: part.type) {
    case .fields(let values, let fields, _?):
      zip(fields, values).map { field, value in
        member(field.name ?? "", value, field.type, of: part)
      }
    case .payload(let values, let element, _) where values.count == 1:
      zip(element.payload, values).map { field, value in
        member(element.name, value, field.type, of: part)
      }
    default: []
    }
  }

  private func member(
    _ name: String, _ value: RecordedValue, _ type: TypeReference, of part: Part
  ) -> (name: String, part: Part) {
    let path = part.path.appending(name: name)
    return (name, Part(value: value.unwrapped, type: type.unwrapped, path: path))
  }
}

package struct RowList {
  let path: String
  package let rows: [RecordedValue]
  package let type: TypeReference
}

extension Schema {
  /// Returns the state of a row. Stack elements store it next to their identity.
  package func contentOfRow(
    _ row: RecordedValue, as type: TypeReference
  ) -> (value: RecordedValue, type: TypeReference) {
    guard let content = contentOfStackElement(type), case .product(let values) = row,
      values.count == 2
    else { return (row, type) }
    return (values[1].unwrapped, content)
  }

  /// Returns the type of the states of rows. Stack elements store them next to their identities.
  package func contentOfRow(as type: TypeReference) -> TypeReference {
    contentOfStackElement(type) ?? type
  }

  private func contentOfStackElement(_ type: TypeReference) -> TypeReference? {
    guard let definition = definition(of: type), definition.shortName == "StackElement",
      case .structure(let fields) = definition.kind, fields.map(\.name) == ["id", "state"]
    else { return nil }
    return fields[1].type.unwrapped
  }
}
