import RecordCoding
import RecordedValues
import SessionModel
import SessionDocument
import SessionRecording

/// A comparison of the parts of a state that only keyframes store, such as edits that can be
/// undone.
struct PartComparison<State: Recordable> {
  /// Whether the log has tokens in place of values. The content of tokens isn't compared.
  private let isRedacted: Bool
  /// Whether the log describes all references, unlike logs of version 0.1.
  private let describesReferences: Bool

  init(of header: SessionHeader) {
    isRedacted = header.redacted != nil
    describesReferences = header.describesReferences
  }

  /// Returns the first difference from the supplement of a keyframe with an equal state.
  func difference(
    of state: State, from supplement: [UInt8]
  ) throws(RecordDecodingError) -> StateDivergence? {
    let written = SupplementEncoder(of: state)
    if written.encoded == supplement { return nil }
    let recorded = try KeyframeSupplement.Parts(in: supplement)
    let comparesReferences =
      describesReferences && written.describesReferences
      && zip(written.parts, recorded.own).allSatisfy { Self.isNamed($1, like: $0.type) }
      && zip(written.rootParts, recorded.roots).allSatisfy { Self.isNamed($1, like: $0.type) }
    if let difference = difference(of: state, written.parts, from: recorded.own, comparesReferences)
    {
      return difference
    }
    guard comparesReferences else { return nil }
    return difference(of: state, written.rootParts, from: recorded.roots, true)
  }

  private func difference(
    of state: State, _ parts: [KeyframePart], from recorded: [[UInt8]], _ comparesReferences: Bool
  ) -> StateDivergence? {
    guard recorded.count == parts.count else {
      return StateDivergence(
        path: parts.first.flatMap { path(of: $0.type) } ?? "",
        expected: "\(UInt64(recorded.count).counted("part")) of a keyframe",
        actual: "\(UInt64(parts.count).counted("part"))", difference: [])
    }
    for (part, bytes) in zip(parts, recorded) where !bytes.starts(with: part.comparedBytes) {
      if part.type is any ReferencePart.Type, !comparesReferences { continue }
      if isRedacted, Self.isSame(bytes, part.bytes, as: part.type) { continue }
      return divergence(of: state, parts, from: recorded)
    }
    return nil
  }

  /// Returns the first difference from the digests at the end of a block.
  func difference(of state: State, from digests: PartDigests) -> StateDivergence? {
    let groups = PartDigests(of: state).groups
    for (index, group) in groups.enumerated() {
      guard let first = group.first else { continue }
      let recorded = digests.groups.indices.contains(index) ? digests.groups[index] : nil
      if first.type is any ReferencePart.Type, !describesReferences || group.count == 0 { continue }
      if recorded?.count == 0 { continue }
      if recorded?.count == group.count, recorded?.digest == group.digest { continue }
      return StateDivergence(
        path: path(of: first.type) ?? "", expected: recorded?.text ?? "nothing",
        actual: group.text, difference: [])
    }
    let further = digests.groups.dropFirst(groups.count).first { $0.count > 0 }
    return further.map {
      StateDivergence(path: "", expected: $0.text, actual: "nothing", difference: [])
    }
  }

  private static func isNamed(_ bytes: [UInt8], like type: any Recordable.Type) -> Bool {
    guard let type = type as? any ReferencePart.Type else { return true }
    var decoder = RecordDecoder(bytes)
    return (try? type.init(recorded: &decoder))?.isNamed ?? true
  }

  private static func isSame<Part: Recordable>(
    _ recorded: [UInt8], _ replayed: [UInt8], as type: Part.Type
  ) -> Bool {
    var (one, other) = (RecordDecoder(recorded), RecordDecoder(replayed))
    guard let recorded = try? one.decode(Part.self), let replayed = try? other.decode(Part.self)
    else { return false }
    return TokenComparison.isSame(recorded, replayed)
  }
}

extension PartComparison {
  /// Returns a difference between whole states in which the parts appear as fields.
  private func divergence(
    of state: State, _ parts: [KeyframePart], from recorded: [[UInt8]]
  ) -> StateDivergence {
    let (type, schema) = Self.description
    func value(_ instead: [[UInt8]]) -> RecordedValue? {
      var encoder = RecordEncoder()
      encoder.supplement = SupplementEncoder(
        inlineWith: Dictionary(uniqueKeysWithValues: zip(0..., instead)))
      encoder.encode(state)
      var decoder = RecordDecoder(encoder.bytes)
      return try? decoder.decodeValue(of: type, in: schema)
    }
    if let expected = value(recorded), let actual = value(parts.map(\.bytes)),
      let divergence = StateDivergence(expected: expected, actual: actual, as: type, in: schema)
    {
      return divergence
    }
    let index = zip(parts, recorded).enumerated().first { $1.0.bytes != $1.1 }?.offset ?? 0
    return StateDivergence(
      path: path(of: parts[index].type) ?? "", expected: "another part of a keyframe",
      actual: "a different part", difference: [])
  }

  private static var description: (type: TypeReference, schema: Schema) {
    let builder = SchemaBuilder(describesParts: true)
    let type = builder.reference(to: State.self)
    return (type, builder.schema)
  }

  private func path(of type: any Recordable.Type) -> String? {
    let builder = SchemaBuilder(describesParts: true)
    let state = builder.reference(to: State.self)
    let part = TypeReference.optional(type.describe(in: builder))
    return PartPath(part, in: builder.schema).text(from: state)
  }
}

extension PartDigests.Group {
  fileprivate var text: String {
    count == 0 ? "nothing" : "the digest \(digest.text) of \(UInt64(count).counted("part"))"
  }
}

private struct PartPath {
  private let wanted: TypeReference
  private let schema: Schema

  init(_ wanted: TypeReference, in schema: Schema) {
    (self.wanted, self.schema) = (wanted, schema)
  }

  func text(from type: TypeReference) -> String? {
    var visited: Set<Int> = []
    return search(type, &visited).map { String($0.trimmingPrefix(".")) }
  }

  private func search(_ type: TypeReference, _ visited: inout Set<Int>) -> String? {
    if type == wanted { return "" }
    switch type {
    case .optional(let wrapped): return search(wrapped, &visited)
    case .list(let kind, let element) where kind.isOrdered:
      return search(element, &visited).map { "[]\($0)" }
    case .tuple(let fields): return search(fields, &visited)
    case .named(let index):
      guard visited.insert(index).inserted else { return nil }
      switch schema.definition(of: type)?.kind {
      case .structure(let fields): return search(fields, &visited)
      case .enumeration(let cases):
        for element in cases {
          if let path = search(element.payload, &visited) { return ".\(element.name)\(path)" }
        }
        return nil
      case nil: return nil
      }
    default: return nil
    }
  }

  private func search(_ fields: [RecordField], _ visited: inout Set<Int>) -> String? {
    for (index, field) in fields.enumerated() {
      if let path = search(field.type, &visited) { return ".\(field.name ?? "\(index)")\(path)" }
    }
    return nil
  }
}
