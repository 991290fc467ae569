package import RecordCoding

extension ValuePath {
  package func changes(
    from old: RecordedValue?, to new: RecordedValue?, in schema: Schema
  ) -> [StateChange] {
    guard let old, let new else {
      return [StateChange(path: text, old: old, new: new, type: type)]
    }
    var comparison = ValueComparison(schema: schema, extent: .all)
    comparison.compare(old, new, as: type, path: text)
    return comparison.changes
  }

  /// Returns the paths of the values that a change writes, which exist before and after it.
  ///
  /// The bytes of a change name fields of structures and values of optionals. The content of a
  /// list, a dictionary or an enumeration depends on the state, so it is written as a whole.
  package static func written(
    by decoder: inout RecordDecoder, from old: RecordedValue, as type: TypeReference,
    in schema: Schema, memory: inout ValueMemory
  ) throws(RecordDecodingError) -> [ValuePath] {
    var value = old
    var written = WrittenPaths(
      current: [ValuePath(text: "", type: type, steps: [], schema: schema)])
    try value.apply(change: &decoder, as: type, in: schema, memory: &memory, &written)
    return written.paths
  }
}

/// A visitor that lists the paths of the values that a change writes.
private struct WrittenPaths: ChangeVisitor {
  private(set) var paths: [ValuePath] = []
  /// The paths that lead to the current value, each one component longer than the one before.
  private var current: [ValuePath]
  private var isListed = false

  init(current: [ValuePath]) { self.current = current }

  mutating func enter(
    _ part: ChangedPart, _ old: RecordedValue, before decoder: RecordDecoder
  ) -> Bool {
    let path = current[current.count - 1]
    switch part {
    case .wrapped(let type): current.append(path.appending(.wrapped, type, text: path.text))
    case .field(let index, of: let fields, case: nil):
      let text = fields.path(of: index, in: path.text)
      current.append(path.appending(.field(index), fields[index].type, text: text))
    case .field, .element, .entry:
      list()
      return false
    }
    isListed = false
    return true
  }

  mutating func leave(_ part: ChangedPart) {
    current.removeLast()
    isListed = false
  }

  mutating func pass(_ part: ChangedPart, _ new: RecordedValue) {}

  mutating func visit(_ change: ValueChange.Kind, of entry: ChangedPart?) { list() }

  private mutating func list() {
    if !isListed { paths.append(current[current.count - 1]) }
    isListed = true
  }
}
