import RecordCoding

/// The shared value of a reference in a keyframe: its root, and the path from it.
package struct ReferencePath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case field(String)
    /// A row of an identified array, by its encoded id.
    case row([UInt8])
    case element(Int)
    /// A value of a dictionary, by its encoded key.
    case entry([UInt8])
    case wrapped
  }

  /// The maximum number of steps. Longer paths are not read, since real ones are short.
  private static let maxSteps = 100

  /// The number of the root, which is unique in the keyframe.
  package let root: Int
  package let steps: [Step]
}

extension ReferencePath {
  func prefix(_ count: Int) -> ReferencePath {
    ReferencePath(root: root, steps: Array(steps.prefix(count)))
  }

  /// Reads the part of a keyframe for a reference, a `SharedIdentity`.
  ///
  /// Returns `nil` for a different part, and for a path through a function or a computed property.
  init?(_ part: ArraySlice<UInt8>, as type: TypeReference, in schema: Schema) {
    var decoder = RecordDecoder(Array(part))
    guard let value = try? decoder.decodeValue(of: type, in: schema), decoder.isAtEnd,
      case .structure(let fields) = schema.definition(of: type)?.kind,
      case .product(let values) = value, fields.count == values.count
    else { return nil }
    var (root, steps): (Int?, [Step]?)
    for (field, value) in zip(fields, values) {
      switch (field.name, field.type, value) {
      case ("root", _, .signed(let number)): root = Int(number)
      case ("path", .list(.array, let step), .sequence(let path)) where path.count <= Self.maxSteps:
        let known = path.compactMap { Step($0, of: schema.cases(of: step) ?? []) }
        if known.count == path.count { steps = known }
      default: break
      }
    }
    guard let root, let steps else { return nil }
    (self.root, self.steps) = (root, steps)
  }
}

extension ReferencePath.Step {
  fileprivate init?(_ value: RecordedValue, of cases: [RecordCase]) {
    guard case .enumeration(let index, let payload) = value, cases.indices.contains(index) else {
      return nil
    }
    switch (cases[index].name, payload.first) {
    case ("field", .string(let name)?): self = .field(name)
    case ("element", let id?): self = .row(id.bytes)
    case ("index", .signed(let index)?), ("presentIndex", .signed(let index)?):
      self = .element(Int(index))
    case ("key", let key?): self = .entry(key.bytes)
    // The number of the location matters only after the element was removed.
    case ("wrapped", _): self = .wrapped
    default: return nil
    }
  }
}

extension RecordedValue {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .data(let bytes): bytes
    case .sequence(let elements):
      elements.compactMap {
        if case .unsigned(let byte) = $0 { UInt8(clamping: byte) } else { nil }
      }
    default: []
    }
  }
}
