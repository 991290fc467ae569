import Foundation
import RecordCoding
import RecordSchema

/// Walks through two states at once, and collects where they differ.
struct StateComparison {
  let schema: Schema
  private(set) var changes: [StateChange] = []

  init(schema: Schema) {
    self.schema = schema
  }

  mutating func compare(
    _ old: RecordedValue, _ new: RecordedValue, as type: TypeReference, path: String
  ) {
    switch (type, old, new) {
    case (.optional(let wrapped), .some(let old), .some(let new)):
      compare(old, new, as: wrapped, path: path)
    case (.array(let element), .sequence(let old), .sequence(let new)):
      compareElements(old, new, as: element, path: path)
    case (.identifiedArray(let element), .sequence(let old), .sequence(let new)):
      compareRows(old, new, as: element, path: path)
    case (.set(let element), .sequence(let old), .sequence(let new)):
      compareMembers(old, new, as: element, path: path)
    case (.dictionary(let key, let value), .dictionary(let old), .dictionary(let new)):
      comparePairs(old, new, key: key, value: value, path: path)
    case (.tuple(let fields), .product(let old), .product(let new)):
      compareFields(old, new, as: fields, path: path)
    case (.named, .product(let oldFields), .product(let newFields)):
      guard case .structure(let fields) = schema.definition(of: type)?.kind else {
        return noteDifference(old, new, as: type, path)
      }
      compareFields(oldFields, newFields, as: fields, path: path)
    case (
      .named, .enumeration(let oldCase, let oldFields), .enumeration(let newCase, let newFields)
    ):
      guard oldCase == newCase, case .enumeration(let cases) = schema.definition(of: type)?.kind,
        cases.indices.contains(oldCase)
      else { return noteDifference(old, new, as: type, path) }
      let element = cases[oldCase]
      let path = path.adding(name: element.name)
      if element.payload.count == 1, element.payload[0].name == nil, oldFields.count == 1,
        newFields.count == 1
      {
        compare(oldFields[0], newFields[0], as: element.payload[0].type, path: path)
      } else {
        compareFields(oldFields, newFields, as: element.payload, path: path)
      }
    default:
      noteDifference(old, new, as: type, path)
    }
  }

  private mutating func noteDifference(
    _ old: RecordedValue, _ new: RecordedValue, as type: TypeReference, _ path: String
  ) {
    if old != new { note(old, new, as: type, path) }
  }

  mutating func note(
    _ old: RecordedValue?, _ new: RecordedValue?, as type: TypeReference, _ path: String
  ) {
    changes.append(StateChange(path: path, old: old, new: new, type: type))
  }

  private mutating func compareFields(
    _ old: [RecordedValue], _ new: [RecordedValue], as fields: [RecordField], path: String
  ) {
    for (index, field) in fields.enumerated() where index < min(old.count, new.count) {
      // To say where a field is takes longer than to see that it is the same.
      if old.hasSameBits(as: new, in: index..<index + 1, from: index) { continue }
      let path = path.adding(name: field.name ?? "\(index)")
      compare(old[index], new[index], as: field.type, path: path)
    }
  }
}

extension String {
  /// The path with one more name behind it.
  fileprivate func adding(name: String) -> String {
    isEmpty ? name : "\(self).\(name)"
  }
}

extension StateComparison {
  /// Arrays: by place, and between what both share at their ends if their lengths differ.
  mutating func compareElements(
    _ old: [RecordedValue], _ new: [RecordedValue], as type: TypeReference, path: String
  ) {
    guard old.count != new.count else {
      var index = old.firstDifference(from: new)
      while index < old.count {
        compare(old[index], new[index], as: type, path: "\(path)[\(index)]")
        index = old.firstDifference(from: new, at: index + 1)
      }
      return
    }
    let (removed, inserted) = old.middle(beside: new)
    for index in removed.indices { note(old[index], nil, as: type, "\(path)[\(index)]") }
    for index in inserted.indices { note(nil, new[index], as: type, "\(path)[\(index)]") }
  }

  /// Identified arrays: by the field `id`, or by place where there is none.
  mutating func compareRows(
    _ old: [RecordedValue], _ new: [RecordedValue], as type: TypeReference, path: String
  ) {
    guard let place = idPlace(of: type) else {
      return compareElements(old, new, as: type, path: path)
    }
    func row(_ id: RecordedValue) -> String { "\(path)[id: \(keyText(id, as: place.type))]" }
    if old.count == new.count {
      var differing: [Int] = []
      var index = old.firstDifference(from: new)
      while index < old.count {
        differing.append(index)
        index = old.firstDifference(from: new, at: index + 1)
      }
      if differing.allSatisfy({ place.id(of: old[$0]) == place.id(of: new[$0]) }) {
        // As most often: then only what differs costs more than to look at it.
        for index in differing {
          compare(old[index], new[index], as: type, path: row(place.id(of: new[index])))
        }
        return
      }
    }
    let oldIDs = old.map { place.id(of: $0) }
    let newIDs = new.map { place.id(of: $0) }
    let oldPlaces = Dictionary(zip(oldIDs, old.indices), uniquingKeysWith: { first, _ in first })
    let newPlaces = Dictionary(zip(newIDs, new.indices), uniquingKeysWith: { first, _ in first })
    for (id, value) in zip(oldIDs, old) where newPlaces[id] == nil {
      note(value, nil, as: type, row(id))
    }
    for (id, value) in zip(newIDs, new) {
      if let place = oldPlaces[id] {
        if old[place] != value { compare(old[place], value, as: type, path: row(id)) }
      } else {
        note(nil, value, as: type, row(id))
      }
    }
    let kept = oldIDs.filter { newPlaces[$0] != nil }
    if kept != newIDs.filter({ oldPlaces[$0] != nil }) {
      note(
        .sequence(oldIDs), .sequence(newIDs), as: .array(place.type), "\(path) order")
    }
  }

  /// Sets: by element.
  mutating func compareMembers(
    _ old: [RecordedValue], _ new: [RecordedValue], as type: TypeReference, path: String
  ) {
    let (old, new) = old.middle(beside: new)
    let oldSet = Set(old)
    let newSet = Set(new)
    for value in old where !newSet.contains(value) { note(value, nil, as: type, path) }
    for value in new where !oldSet.contains(value) { note(nil, value, as: type, path) }
  }

  /// Dictionaries: by key.
  mutating func comparePairs(
    _ old: [RecordedPair], _ new: [RecordedPair], key: TypeReference, value: TypeReference,
    path: String
  ) {
    func place(_ name: RecordedValue) -> String { "\(path)[\(keyText(name, as: key))]" }
    let (old, new) = old.middle(beside: new)
    let oldValues = Dictionary(
      old.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let newKeys = Set(new.map(\.key))
    for pair in old where !newKeys.contains(pair.key) {
      note(pair.value, nil, as: value, place(pair.key))
    }
    for pair in new {
      if let old = oldValues[pair.key] {
        if old != pair.value { compare(old, pair.value, as: value, path: place(pair.key)) }
      } else {
        note(nil, pair.value, as: value, place(pair.key))
      }
    }
  }

  /// A key in a path; a UUID goes without its quotes.
  private func keyText(_ key: RecordedValue, as type: TypeReference) -> String {
    if case .uuid(let uuid) = key { return uuid.uuidString }
    return ValueText(schema: schema).text(of: key, as: type)
  }

  /// Where the rows of a type have their identity.
  private func idPlace(of type: TypeReference) -> IDPlace? {
    guard case .structure(let fields) = schema.definition(of: type)?.kind,
      let index = fields.firstIndex(where: { $0.name == "id" })
    else { return nil }
    return IDPlace(index: index, type: fields[index].type)
  }
}

/// The field of a row that is its identity.
private struct IDPlace {
  let index: Int
  let type: TypeReference

  func id(of row: RecordedValue) -> RecordedValue {
    guard case .product(let fields) = row, fields.indices.contains(index) else { return row }
    return fields[index]
  }
}
