package import RecordCoding

/// The rows of a list that a change replaces.
struct RowChange {
  /// The number of rows in the list before the change.
  let count: Int
  let type: TypeReference
  /// The field that identifies a row; `nil` if rows have no identity.
  let idField: Int?
  let schema: Schema
  /// The replaced rows with their indices.
  var old: [(index: Int, row: RecordedValue)] = []
  /// The rows that replace them.
  var new: [RecordedValue] = []

  /// Creates a change without rows of a list with a type and a count.
  init(of list: TypeReference, count: Int, in schema: Schema) {
    type = list.parts.first ?? list
    idField = list.rowType.flatMap { schema.idField(of: $0)?.index }
    (self.count, self.schema) = (count, schema)
  }

  /// Returns the writers of the new rows. The step wrote added rows and changed parts of others.
  fileprivate func writes(
    after parts: [WriteTree], step: UInt64
  ) -> (rows: [WriteTree], isOrderSame: Bool) {
    guard let idField else {
      return (new.map { _ in WriteTree(step: step) }, new.count == old.count)
    }
    let oldIDs = old.map { $0.row.field(at: idField) ?? $0.row }
    let newIDs = new.map { $0.field(at: idField) ?? $0 }
    let known = Dictionary(zip(oldIDs, old), uniquingKeysWith: { first, _ in first })
    let rows = zip(newIDs, new).map { id, row in
      guard let old = known[id] else { return WriteTree(step: step) }
      var part = parts[old.index]
      part.noteDifference(from: old.row, to: row, as: type, in: schema, step: step)
      return part
    }
    return (rows, oldIDs == newIDs)
  }
}

extension WriteTree {
  /// Notes that rows were replaced, at their indices or as a run.
  mutating func note(_ rows: RowChange, replacing run: Range<Int>? = nil, step: UInt64) {
    var isOrderSame = true
    changeParts(of: rows.count) { parts in
      let (written, isSame) = rows.writes(after: parts, step: step)
      if let run {
        parts.replaceSubrange(run, with: written)
      } else {
        for (old, row) in zip(rows.old, written) { parts[old.index] = row }
      }
      isOrderSame = isSame
    }
    if !isOrderSame { self.step = step }
  }

  /// Notes that a step replaced a value. After lost steps, `step` is the last of them.
  package mutating func noteDifference(
    from old: RecordedValue, to new: RecordedValue, as type: TypeReference, in schema: Schema,
    step: UInt64
  ) {
    if old == new { return }
    switch (schema.parts(of: old, as: type), schema.parts(of: new, as: type)) {
    case (.some(let old, let wrapped), .some(let new, _)):
      changeParts(of: 1) {
        $0[0].noteDifference(from: old, to: new, as: wrapped, in: schema, step: step)
      }
    case (.fields(let old, let fields, _), .fields(let new, _, _)):
      noteDifferences(from: old, to: new, as: fields.map(\.type), in: schema, step: step)
    case (.payload(let old, let element, let index), .payload(let new, _, let newIndex))
    where index == newIndex:
      noteDifferences(from: old, to: new, as: element.payload.map(\.type), in: schema, step: step)
    case (.elements(let old, let row, let kind), .elements(let new, _, _)) where kind.isOrdered:
      var rows = RowChange(of: type, count: old.count, in: schema)
      guard rows.idField != nil else {
        return noteElements(from: old, to: new, as: row, in: schema, step: step)
      }
      rows.old = old.enumerated().map { ($0, $1) }
      rows.new = new
      note(rows, replacing: old.indices, step: step)
    case (.pairs(let old, let key, let value), .pairs(let new, _, _)):
      notePairs(from: old, to: new, key: key, value: value, in: schema, step: step)
    default: self = WriteTree(step: step)
    }
  }

  private mutating func noteDifferences(
    from old: [RecordedValue], to new: [RecordedValue], as types: [TypeReference],
    in schema: Schema, step: UInt64
  ) {
    guard old.count == new.count, types.count == new.count else {
      self = WriteTree(step: step)
      return
    }
    changeParts(of: old.count) { parts in
      for index in old.indices {
        parts[index].noteDifference(
          from: old[index], to: new[index], as: types[index], in: schema, step: step)
      }
    }
  }

  /// Compares by index or, if the lengths differ, notes the run between common prefix and suffix.
  private mutating func noteElements(
    from old: [RecordedValue], to new: [RecordedValue], as type: TypeReference, in schema: Schema,
    step: UInt64
  ) {
    guard old.count != new.count else {
      return noteDifferences(
        from: old, to: new, as: Array(repeating: type, count: new.count), in: schema, step: step)
    }
    let (removed, inserted) = old.middle(beside: new)
    changeParts(of: old.count) {
      $0.replaceSubrange(removed.indices, with: inserted.map { _ in WriteTree(step: step) })
    }
    self.step = step
  }

  private mutating func notePairs(
    from old: [RecordedPair], to new: [RecordedPair], key: TypeReference, value: TypeReference,
    in schema: Schema, step: UInt64
  ) {
    func bytes(of name: RecordedValue) -> [UInt8] { schema.bytes(of: name, as: key) }
    let oldValues = Dictionary(
      old.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let newKeys = Set(new.map(\.key))
    if Set(oldValues.keys) != newKeys { self.step = step }
    changeEntries { entries, others in
      for pair in old where !newKeys.contains(pair.key) { entries[bytes(of: pair.key)] = nil }
      for pair in new {
        guard let old = oldValues[pair.key] else {
          entries[bytes(of: pair.key)] = WriteTree(step: step)
          continue
        }
        if old == pair.value { continue }
        entries[bytes(of: pair.key), default: others].noteDifference(
          from: old, to: pair.value, as: value, in: schema, step: step)
      }
    }
  }
}
