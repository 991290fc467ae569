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
