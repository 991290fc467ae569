package import RecordCoding

/// A change of one part of a value, read from the bytes of a recorded change.
///
/// Separately described parts are separate changes. Together, they result in the newer value.
package struct ValueChange: Sendable {
  package enum Kind: Sendable {
    case replaced(old: RecordedValue, new: RecordedValue, TypeReference)
    case inserted(RecordedValue, TypeReference)
    case removed(RecordedValue, TypeReference)
    /// A run of a list's elements that was replaced.
    case spliced(Range<Int>, of: [RecordedValue], inserted: [RecordedValue], TypeReference)
    /// Elements that were removed from a set, and elements that were added.
    case exchanged(removed: [RecordedValue], inserted: [RecordedValue], TypeReference)
  }

  package let path: [ChangedPart]
  package let kind: Kind

  /// Returns the parts of a change that was recorded from a value to a newer one.
  package static func all(
    from old: RecordedValue, reading decoder: inout RecordDecoder, as type: TypeReference,
    in schema: Schema
  ) throws(RecordDecodingError) -> [ValueChange] {
    var value = old
    var memory = ValueMemory(limit: .max)
    var list = ValueChangeList()
    try value.apply(change: &decoder, as: type, in: schema, memory: &memory, &list)
    return list.changes
  }
}

/// A visitor that lists the changes of parts, with the paths to them.
private struct ValueChangeList: ChangeVisitor {
  private(set) var changes: [ValueChange] = []
  private var path: [ChangedPart] = []
  private var old = RecordedValue.none

  mutating func enter(
    _ part: ChangedPart, _ old: RecordedValue, before decoder: RecordDecoder
  ) -> Bool {
    // An optional in an optional has the same path, so the outer one is reported as a whole.
    if case .wrapped(.optional) = part {
      self.old = old
      return false
    }
    path.append(part)
    return true
  }

  mutating func leave(_ part: ChangedPart) { path.removeLast() }

  mutating func pass(_ part: ChangedPart, _ new: RecordedValue) {
    guard case .wrapped(let wrapped) = part else { return }
    visit(.replaced(old: .some(old), new: .some(new), .optional(wrapped)))
  }

  mutating func visit(_ change: ValueChange.Kind, of entry: ChangedPart?) {
    changes.append(ValueChange(path: path + (entry.map { [$0] } ?? []), kind: change))
  }
}
