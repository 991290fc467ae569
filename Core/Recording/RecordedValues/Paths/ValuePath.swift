import Foundation
package import RecordCoding

/// The path of a value in a state, in the form that comparisons print.
///
/// `shoppingList.products[id: 3F2A…].name`, `favoritePrimes[2]`, `counts["a"]`,
/// `destination.edit.text`, `shoppingList.products order`. The empty path is the whole state.
package struct ValuePath: Sendable {
  enum Step: Sendable {
    case wrapped
    case field(Int)
    case payload(case: Int)
    case element(Int)
    /// The row of a list with an identity, which is the field at an index.
    case row(PathKey, idField: Int)
    /// The value of a key in a dictionary.
    case entry(PathKey)
    case member(PathKey)
    /// The identities of a list's rows, in order.
    case order(idField: Int)
  }

  /// The path in the form that comparisons print. Empty for the whole state.
  package let text: String
  package let type: TypeReference
  let steps: [Step]
  private let schema: Schema

  init(text: String, type: TypeReference, steps: [Step], schema: Schema) {
    self.text = text
    self.type = type
    self.steps = steps
    self.schema = schema
  }

  package init(
    _ text: String, into root: TypeReference, in schema: Schema
  ) throws(ValuePathError) {
    var parser = ValuePathParser(text, into: root, in: schema)
    self = try parser.path()
  }

  /// Returns the value at the path, or `nil` if it does not exist in the root.
  package func value(in root: RecordedValue) -> RecordedValue? {
    var value = root
    for step in steps {
      guard let part = self.part(of: value, at: step) else { return nil }
      value = part
    }
    return value
  }

  /// Returns the path of a part of the value at the path.
  func appending(_ step: Step, _ type: TypeReference, text: String) -> ValuePath {
    ValuePath(text: text, type: type, steps: steps + [step], schema: schema)
  }

  package var isShortened: Bool {
    steps.contains(where: \.isShortened)
  }

  /// Returns the path with abbreviated identities completed, if each matches one row of a value.
  package func resolved(in root: RecordedValue) -> ValuePath? {
    var (value, text, steps) = (root, self.text, self.steps)
    for (index, step) in steps.enumerated() {
      guard let part = part(of: value, at: step) else { return nil }
      if case .row(let key, let idField) = step, key.prefix != nil,
        case .uuid(let id)? = part.field(at: idField),
        let whole = PathKey(id.uuidString, as: .uuid, in: schema)
      {
        steps[index] = .row(whole, idField: idField)
        text = text.replacing("[id: \(key.text)]", with: "[id: \(whole.text)]", maxReplacements: 1)
      }
      value = part
      // The parts of the row need not exist yet.
      if !steps[(index + 1)...].contains(where: \.isShortened) { break }
    }
    return ValuePath(text: text, type: type, steps: steps, schema: schema)
  }

  private func part(of value: RecordedValue, at step: Step) -> RecordedValue? {
    switch (step, value) {
    case (.wrapped, .some(let wrapped)):
      return wrapped
    case (.field(let index), .product(let values)), (.element(let index), .sequence(let values)):
      return values.indices.contains(index) ? values[index] : nil
    case (.payload(let index), .enumeration(let current, let values)) where index == current:
      return .product(values)
    case (.row(let key, let idField), .sequence(let rows)):
      let isRow = { (row: RecordedValue) in
        row.field(at: idField).map { key.matches($0, in: schema) } ?? false
      }
      guard let index = rows.firstIndex(where: isRow) else { return nil }
      // An abbreviated identity must match only one row.
      if key.prefix != nil, rows[(index + 1)...].contains(where: isRow) {
        return nil
      }
      return rows[index]
    case (.entry(let key), .dictionary(let pairs)):
      return pairs.first { key.matches($0.key, in: schema) }?.value
    case (.member(let key), .sequence(let members)):
      return members.first { key.matches($0, in: schema) }
    case (.order(let idField), .sequence(let rows)):
      return .sequence(rows.compactMap { $0.field(at: idField) })
    default:
      return nil
    }
  }
}

extension ValuePath.Step {
  fileprivate var isShortened: Bool {
    if case .row(let key, _) = self { key.prefix != nil } else { false }
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path, or `state` for the whole state.
  package var description: String { text.isEmpty ? "state" : text }
}
