import Foundation
import RecordCoding

/// Finds the texts in values, and the paths that lead to them.
struct TextLeaves {
  /// A text and where it is.
  struct Leaf {
    let path: String
    let text: String
    let isRedacted: Bool
  }

  let schema: Schema
  let type: TypeReference

  /// The texts in a value; none if it cannot be read without its redacted keys.
  func all<Value: Recordable>(in value: Value) -> [Leaf] {
    guard let value = Redaction.value(value, as: type, in: schema) else { return [] }
    var leaves: [Leaf] = []
    add(value, type, "", to: &leaves)
    return leaves
  }

  private func add(
    _ value: RecordedValue, _ type: TypeReference, _ path: String, to leaves: inout [Leaf]
  ) {
    switch (type, value) {
    case (_, .string(let text)), (_, .url(let text)), (_, .json(let text)):
      let isRedacted = text.unicodeScalars.first == Redaction.sign
      let text = isRedacted ? String(text.unicodeScalars.dropFirst()) : text
      leaves.append(Leaf(path: path, text: text, isRedacted: isRedacted))
    case (_, .uuid(let id)):
      leaves.append(Leaf(path: path, text: id.uuidString, isRedacted: false))
    case (.optional(let wrapped), .some(let value)): add(value, wrapped, path, to: &leaves)
    case (.array(let element), .sequence(let values)),
      (.identifiedArray(let element), .sequence(let values)),
      (.set(let element), .sequence(let values)):
      for (index, value) in values.enumerated() {
        add(value, element, "\(path)[\(index)]", to: &leaves)
      }
    case (.dictionary(let key, let element), .dictionary(let pairs)):
      for pair in pairs {
        // The key may be the secret: it is not told.
        add(pair.key, key, "\(path).keys", to: &leaves)
        add(pair.value, element, "\(path).values", to: &leaves)
      }
    case (.tuple(let fields), .product(let values)): add(values, fields, path, to: &leaves)
    case (.named, _): add(named: value, type, path, to: &leaves)
    default: break
    }
  }

  private func add(
    named value: RecordedValue, _ type: TypeReference, _ path: String, to leaves: inout [Leaf]
  ) {
    switch (schema.definition(of: type)?.kind, value) {
    case (.structure(let fields), .product(let values)): add(values, fields, path, to: &leaves)
    case (.enumeration(let cases), .enumeration(let index, let payload))
    where cases.indices.contains(index):
      add(payload, cases[index].payload, path.appending(name: cases[index].name), to: &leaves)
    default: break
    }
  }

  private func add(
    _ values: [RecordedValue], _ fields: [RecordField], _ path: String, to leaves: inout [Leaf]
  ) {
    for (index, (field, value)) in zip(fields, values).enumerated() {
      let isAlone = field.name == nil && fields.count == 1
      add(
        value, field.type, isAlone ? path : path.appending(name: field.name ?? "\(index)"),
        to: &leaves)
    }
  }
}
