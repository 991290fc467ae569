import Foundation
package import RecordCoding

extension SecretTable {
  /// Leaves recent secrets readable if a state that has been recorded contains them. Returns
  /// warnings for these secrets.
  ///
  /// The recent secrets follow the first `known` secrets of the table. A recorded change fits a
  /// state only if the same texts are replaced in both. A secret that was found too late is
  /// therefore replaced only where it is marked.
  package func expose<State: Recordable>(
    since known: Int, in previous: State, now state: State
  ) -> [String] {
    let fresh = known..<learned
    setHidden(false, fresh)
    let recorded = bytes(of: previous)
    setHidden(true, fresh)
    guard bytes(of: previous) != recorded else { return [] }
    setHidden(false, fresh)
    var exposed: [Int] = []
    // A longer secret may contain a shorter one.
    for index in fresh.sorted(by: { length(ofSecret: $0) > length(ofSecret: $1) }) {
      setHidden(true, [index])
      if bytes(of: previous) != recorded {
        setHidden(false, [index])
        exposed.append(index)
      }
    }
    let texts = exposed.compactMap { text(ofSecret: $0) }.filter { $0.count > 1 }
    return SecretPaths(before: previous, after: state).exposures(of: texts)
  }

  private func bytes(of state: some Recordable) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.redaction = .tokens(self)
    encoder.encode(state)
    return encoder.bytes
  }

  private func length(ofSecret index: Int) -> Int {
    text(ofSecret: index)?.utf8.count ?? 0
  }
}

/// The paths of secrets in the states before and after a step, for messages.
package struct SecretPaths {
  private let before: [TextLeaves.Leaf]
  private let after: [TextLeaves.Leaf]

  package init<State: Recordable>(before: State, after: State) {
    let builder = SchemaBuilder()
    let type = builder.reference(to: State.self)
    let leaves = TextLeaves(schema: builder.schema, type: type)
    self.before = leaves.all(in: before)
    self.after = leaves.all(in: after)
  }

  /// Returns the path, in quotes, of the redacted field that contains a text.
  package func keeper(of text: String) -> String {
    let leaf = after.first { $0.isRedacted && $0.text == text }
    return leaf.map { "'\($0.path)'" } ?? "a redacted value"
  }

  fileprivate func exposures(of texts: [String]) -> [String] {
    texts.map { text in
      let leaf = before.first { !$0.isRedacted && $0.text.contains(text) }
      let exposure = leaf.map { "'\($0.path)' contains" } ?? "the state before contained"
      return "\(exposure) a value that \(keeper(of: text)) keeps secret; mark it @Redacted too"
    }
  }
}

struct TextLeaves {
  struct Leaf {
    let path: String
    let text: String
    let isRedacted: Bool
  }

  let schema: Schema
  let type: TypeReference

  /// Returns the texts in a value, or none if equal masked keys make it unreadable.
  func all<Value: Recordable>(in value: Value) -> [Leaf] {
    guard let value = TokenComparison.value(value, as: type, in: schema) else { return [] }
    var leaves: [Leaf] = []
    add(value, type, "", to: &leaves)
    return leaves
  }

  private func add(
    _ value: RecordedValue, _ type: TypeReference, _ path: String, to leaves: inout [Leaf]
  ) {
    switch schema.parts(of: value, as: type) {
    case .leaf(.string(let text)), .leaf(.url(let text)), .leaf(.json(let text)):
      let isRedacted = text.unicodeScalars.first == RedactionMode.sign
      let text = isRedacted ? String(text.unicodeScalars.dropFirst()) : text
      leaves.append(Leaf(path: path, text: text, isRedacted: isRedacted))
    case .leaf(.uuid(let id)):
      leaves.append(Leaf(path: path, text: id.uuidString, isRedacted: false))
    case .some(let value, let wrapped): add(value, wrapped, path, to: &leaves)
    case .elements(let values, let element, _):
      for (index, value) in values.enumerated() {
        add(value, element, "\(path)[\(index)]", to: &leaves)
      }
    case .pairs(let pairs, let key, let element):
      for pair in pairs {
        // The key may be a secret, so it is not part of the path.
        add(pair.key, key, "\(path).keys", to: &leaves)
        add(pair.value, element, "\(path).values", to: &leaves)
      }
    case .fields(let values, let fields, _): add(values, fields, path, to: &leaves)
    case .payload(let values, let element, _):
      add(values, element.payload, path.appending(name: element.name), to: &leaves)
    case .leaf, .none: break
    }
  }

  private func add(
    _ values: [RecordedValue], _ fields: [RecordField], _ path: String, to leaves: inout [Leaf]
  ) {
    for (index, (field, value)) in zip(fields, values).enumerated() {
      add(value, field.type, fields.path(of: index, in: path), to: &leaves)
    }
  }
}
