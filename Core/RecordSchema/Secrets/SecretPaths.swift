import Foundation
package import RecordCoding

extension SecretTable {
  /// Finds which of the secrets learned since a count stand in a state that has been recorded, and
  /// leaves them there from then on; returns what is to be told of them.
  ///
  /// A change that is recorded fits a state only as long as the same texts are replaced in both. So
  /// a secret that came too late is a token where it is marked, and stands elsewhere as it is.
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
    // A longer one may hide a shorter one in it.
    for place in fresh.sorted(by: { length(ofSecret: $0) > length(ofSecret: $1) }) {
      setHidden(true, [place])
      if bytes(of: previous) != recorded {
        setHidden(false, [place])
        exposed.append(place)
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

  private func length(ofSecret place: Int) -> Int {
    text(ofSecret: place)?.utf8.count ?? 0
  }
}

/// Where secrets stand in two states, for what is told of them.
package struct SecretPaths {
  private let before: [TextLeaves.Leaf]
  private let after: [TextLeaves.Leaf]

  /// Looks for texts in the state before a step and in the one after it.
  package init<State: Recordable>(before: State, after: State) {
    let builder = SchemaBuilder()
    let type = builder.reference(to: State.self)
    let leaves = TextLeaves(schema: builder.schema, type: type)
    self.before = leaves.all(in: before)
    self.after = leaves.all(in: after)
  }

  /// The field that keeps a text secret, as it is named in a sentence.
  package func keeper(of text: String) -> String {
    let leaf = after.first { $0.isRedacted && $0.text == text }
    return leaf.map { "'\($0.path)'" } ?? "a redacted value"
  }

  fileprivate func exposures(of texts: [String]) -> [String] {
    texts.map { text in
      let leaf = before.first { !$0.isRedacted && $0.text.contains(text) }
      return leaf.map { leaf in
        "'\(leaf.path)' holds what \(keeper(of: text)) keeps secret; mark it @Redacted too"
      } ?? "the state held what \(keeper(of: text)) keeps secret before; mark that @Redacted too"
    }
  }
}

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
