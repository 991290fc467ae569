import Foundation
import RecordCoding

extension ValueComparison {
  /// Compares arrays by index, or between the common prefix and suffix if their lengths differ.
  ///
  /// In the latter case, the values at the index that `.first` reports may be unrelated.
  mutating func compareElements(
    _ old: [RecordedValue], _ new: [RecordedValue], as type: TypeReference, path: String
  ) {
    guard old.count != new.count else {
      var index = old.firstDifference(from: new)
      while index < old.count, !isDone {
        compare(old[index], new[index], as: type, path: "\(path)[\(index)]")
        index = old.firstDifference(from: new, at: index + 1)
      }
      return
    }
    if extent == .first {
      let index = old.firstDifference(from: new)
      return note(
        index < old.count ? old[index] : nil, index < new.count ? new[index] : nil, as: type,
        "\(path)[\(index)]")
    }
    let (removed, inserted) = old.middle(beside: new)
    for index in removed.indices { note(old[index], nil, as: type, "\(path)[\(index)]") }
    for index in inserted.indices { note(nil, new[index], as: type, "\(path)[\(index)]") }
  }

  /// Compares identified arrays by the field `id`, or by index if there is none.
  mutating func compareRows(
    _ old: [RecordedValue], _ new: [RecordedValue], as type: TypeReference, path: String
  ) {
    guard let idField = schema.idField(of: type) else {
      return compareElements(old, new, as: type, path: path)
    }
    let rows = RowComparison(
      idIndex: idField.index, idType: idField.type, type: type, path: path)
    if old.count == new.count {
      var differing: [Int] = []
      var index = old.firstDifference(from: new)
      while index < old.count {
        differing.append(index)
        index = old.firstDifference(from: new, at: index + 1)
      }
      if differing.allSatisfy({ rows.id(of: old[$0]) == rows.id(of: new[$0]) }) {
        // The usual case. Rows that are equal cost little.
        for index in differing where !isDone {
          compare(old[index], new[index], as: type, path: row(new[index], rows))
        }
        return
      }
    }
    switch extent {
    case .first: compareFirstRow(old, new, rows)
    case .all: compareAllRows(old, new, rows)
    }
  }

  private mutating func compareFirstRow(
    _ old: [RecordedValue], _ new: [RecordedValue], _ rows: RowComparison
  ) {
    let oldIDs = Set(old.map { rows.id(of: $0) })
    let newIDs = Set(new.map { rows.id(of: $0) })
    for index in 0..<max(old.count, new.count) where !isDone {
      guard index < old.count else {
        return note(nil, new[index], as: rows.type, row(new[index], rows))
      }
      guard index < new.count else {
        return note(old[index], nil, as: rows.type, row(old[index], rows))
      }
      let (oldID, newID) = (rows.id(of: old[index]), rows.id(of: new[index]))
      if oldID == newID {
        compare(old[index], new[index], as: rows.type, path: row(old[index], rows))
      } else if !newIDs.contains(oldID) {
        note(old[index], nil, as: rows.type, row(old[index], rows))
      } else if !oldIDs.contains(newID) {
        note(nil, new[index], as: rows.type, row(new[index], rows))
      } else {
        note(old[index], new[index], as: rows.type, "\(rows.path)[\(index)]")
      }
    }
  }

  private mutating func compareAllRows(
    _ old: [RecordedValue], _ new: [RecordedValue], _ rows: RowComparison
  ) {
    let oldIDs = old.map { rows.id(of: $0) }
    let newIDs = new.map { rows.id(of: $0) }
    let oldIndices = Dictionary(zip(oldIDs, old.indices), uniquingKeysWith: { first, _ in first })
    let newIndices = Dictionary(zip(newIDs, new.indices), uniquingKeysWith: { first, _ in first })
    for (id, value) in zip(oldIDs, old) where newIndices[id] == nil {
      note(value, nil, as: rows.type, row(value, rows))
    }
    for (id, value) in zip(newIDs, new) {
      if let index = oldIndices[id] {
        if old[index] != value {
          compare(old[index], value, as: rows.type, path: row(value, rows))
        }
      } else {
        note(nil, value, as: rows.type, row(value, rows))
      }
    }
    let kept = oldIDs.filter { newIndices[$0] != nil }
    if kept != newIDs.filter({ oldIndices[$0] != nil }) {
      note(
        .sequence(oldIDs), .sequence(newIDs), as: .array(rows.idType), "\(rows.path) order")
    }
  }

  mutating func compareMembers(
    _ old: [RecordedValue], _ new: [RecordedValue], as type: TypeReference, path: String
  ) {
    func member(_ value: RecordedValue) -> String {
      extent == .first ? "\(path)[\(keyText(value, as: type))]" : path
    }
    let (old, new) = old.middle(beside: new)
    let oldSet = Set(old)
    let newSet = Set(new)
    for value in old where !isDone && !newSet.contains(value) {
      note(value, nil, as: type, member(value))
    }
    for value in new where !isDone && !oldSet.contains(value) {
      note(nil, value, as: type, member(value))
    }
  }

  /// Compares dictionaries by key. With `.first`, a missing value is `nil`.
  mutating func comparePairs(
    _ old: [RecordedPair], _ new: [RecordedPair], key: TypeReference, value: TypeReference,
    path: String
  ) {
    func entry(_ name: RecordedValue) -> String { "\(path)[\(keyText(name, as: key))]" }
    let (old, new) = old.middle(beside: new)
    let oldValues = Dictionary(
      old.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let newValues = Dictionary(
      new.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    if extent == .first {
      for pair in old where !isDone {
        compare(
          .some(pair.value), newValues[pair.key].map(RecordedValue.some) ?? .none,
          as: .optional(value), path: entry(pair.key))
      }
      for pair in new where !isDone && oldValues[pair.key] == nil {
        note(
          RecordedValue.none, RecordedValue.some(pair.value), as: .optional(value),
          entry(pair.key))
      }
      return
    }
    for pair in old where newValues[pair.key] == nil {
      note(pair.value, nil, as: value, entry(pair.key))
    }
    for pair in new {
      if let old = oldValues[pair.key] {
        if old != pair.value { compare(old, pair.value, as: value, path: entry(pair.key)) }
      } else {
        note(nil, pair.value, as: value, entry(pair.key))
      }
    }
  }

  private func row(_ value: RecordedValue, _ rows: RowComparison) -> String {
    "\(rows.path)[id: \(keyText(rows.id(of: value), as: rows.idType))]"
  }

  private func keyText(_ key: RecordedValue, as type: TypeReference) -> String {
    ValueText(schema: schema).keyText(of: key, as: type)
  }
}

/// The rows of two identified arrays: their identity, their type, and the path of the arrays.
private struct RowComparison {
  let idIndex: Int
  let idType: TypeReference
  let type: TypeReference
  let path: String

  func id(of row: RecordedValue) -> RecordedValue { row.field(at: idIndex) ?? row }
}
