import Foundation
import IdentifiedArrays
import Testing

@Suite("Operations have the same result as on a plain array")
struct ModelTests {
  @Test("An array equals a plain array after random operations", arguments: 0..<12 as Range<UInt64>)
  func operations(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var model = Model()
    // Use sizes of about one chunk, and sizes of several chunks.
    model.fill(upTo: seed.isMultiple(of: 2) ? 70 : 300)
    for step in 0..<300 {
      // While a copy is held, operations copy what they change; otherwise they change it in place.
      let snapshot = step.isMultiple(of: 2) ? model.rows : nil
      let before = model.plain
      let name = model.operate(using: &generator)
      // Store a flag, because the failure report would otherwise print the whole model.
      let isConsistent = model.isConsistent
      let isKept = snapshot.map { $0.elements == before } ?? true
      #expect(isConsistent, "after \(name), step \(step)")
      #expect(isKept, "a copy held before \(name) changed, step \(step)")
      guard isConsistent, isKept else { return }
    }
  }
}

private struct Model {
  var rows: IdentifiedArrayOf<Row> = []
  var plain: [Row] = []
  var nextID = 0

  var isConsistent: Bool {
    let full = rows.count / IdentifiedArrayOf<Row>.chunkSize
    return rows.count == plain.count && rows.elements == plain
      && plain.indices.allSatisfy { rows[$0] == plain[$0] && rows.index(id: plain[$0].id) == $0 }
      && rows.chunkCount - full == (rows.count % IdentifiedArrayOf<Row>.chunkSize == 0 ? 0 : 1)
      && !rows.ids.contains(nextID)
  }

  mutating func fill(upTo count: Int) {
    while plain.count < count { append() }
  }

  mutating func append() {
    let row = newRow()
    rows.append(row)
    plain.append(row)
  }

  mutating func newRow() -> Row {
    defer { nextID += 1 }
    return Row(id: nextID, name: "new")
  }

  mutating func operate(using generator: inout SeededGenerator) -> String {
    fill(upTo: 3)
    let first = Int.random(in: plain.indices, using: &generator)
    let second = Int.random(in: plain.indices, using: &generator)
    let id = plain[first].id
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return insert(first, second)
    case 1: return remove(first, id: id, using: &generator)
    case 2: return removeMany(first, second, using: &generator)
    case 3: return change(first, id: id, using: &generator)
    default: return reorder(first, second, using: &generator)
    }
  }

  mutating func insert(_ first: Int, _ second: Int) -> String {
    let row = newRow()
    rows.insert(row, at: first)
    plain.insert(row, at: first)
    let other = newRow()
    rows.updateOrInsert(other, at: second)
    plain.insert(other, at: second)
    let several = [newRow(), newRow()]
    rows.insert(contentsOf: several, at: first)
    plain.insert(contentsOf: several, at: first)
    fill(upTo: 60)
    return "insert"
  }

  mutating func remove(
    _ position: Int, id: Int, using generator: inout SeededGenerator
  ) -> String {
    let kind = Int.random(in: 0..<6, using: &generator)
    let row = plain[position]
    switch kind {
    case 0: #expect(rows.remove(id: id) == row)
    case 1: #expect(rows.remove(at: position) == row)
    case 2: #expect(rows.remove(row) == row)
    case 3: rows[id: id] = nil
    case 4: #expect(rows.removeFirst() == plain.removeFirst())
    default: #expect(rows.removeLast() == plain.removeLast())
    }
    if kind < 4 { plain.remove(at: position) }
    return "remove \(kind)"
  }

  mutating func removeMany(
    _ first: Int, _ second: Int, using generator: inout SeededGenerator
  ) -> String {
    let range = min(first, second)..<min(max(first, second), min(first, second) + 9)
    let kind = Int.random(in: 0..<12, using: &generator)
    switch kind {
    case 0:
      rows.removeAll { $0.id.isMultiple(of: 13) }
      plain.removeAll { $0.id.isMultiple(of: 13) }
    case 1:
      rows.removeFirst(min(first, 2))
      plain.removeFirst(min(first, 2))
    case 2:
      rows.removeLast(min(first, 2))
      plain.removeLast(min(first, 2))
    case 3:
      rows.remove(atOffsets: [first, second])
      for offset in Set([first, second]).sorted(by: >) { plain.remove(at: offset) }
    case 4:
      let several = [newRow(), plain[range.lowerBound]]
      rows.replaceSubrange(range, with: several)
      plain.replaceSubrange(range, with: range.isEmpty ? [several[0]] : several)
    case 5 where first.isMultiple(of: 7):
      rows.removeAll(keepingCapacity: first.isMultiple(of: 2))
      plain.removeAll()
    default:
      rows.removeSubrange(range)
      plain.removeSubrange(range)
    }
    return "removeMany \(kind)"
  }

  mutating func change(
    _ position: Int, id: Int, using generator: inout SeededGenerator
  ) -> String {
    let kind = Int.random(in: 0..<7, using: &generator)
    let row = kind < 5 ? Row(id: id, name: "\(generator.next())") : newRow()
    plain[position] = row
    switch kind {
    case 0: rows[id: id]?.name = row.name
    case 1: rows[position].name = row.name
    case 2: rows[id: id] = row
    case 3: rows.update(row, at: position)
    case 4: rows.updateOrAppend(row)
    case 5: rows[position] = row
    default: withUnsafeMutablePointer(to: &rows[position]) { $0.pointee = row }
    }
    return "change \(kind)"
  }

  mutating func reorder(
    _ first: Int, _ second: Int, using generator: inout SeededGenerator
  ) -> String {
    let kind = Int.random(in: 0..<7, using: &generator)
    switch kind {
    case 0:
      rows.sort()
      plain.sort()
    case 1:
      rows.sort { $0.name < $1.name }
      plain.sort { $0.name < $1.name }
    case 2:
      rows.reverse()
      plain.reverse()
    case 3:
      var copy = generator
      rows.shuffle(using: &copy)
      plain.shuffle(using: &generator)
    case 4:
      let start = rows.partition { $0.id.isMultiple(of: 3) }
      #expect(start == plain.partition { $0.id.isMultiple(of: 3) })
    case 5:
      rows.move(fromOffsets: [first], toOffset: second)
      let row = plain.remove(at: first)
      plain.insert(row, at: first < second ? second - 1 : second)
    default:
      rows.swapAt(first, second)
      plain.swapAt(first, second)
    }
    return "reorder \(kind)"
  }
}
