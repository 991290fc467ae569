import IdentifiedArrays
import Testing

@Suite("Writing elements to positions")
struct WritingTests {
  @Test("A position takes an element with a new id", arguments: [0, 1, 63, 64, 129])
  func newID(position: Int) {
    var rows = IdentifiedArrayOf<Row>(uniqueElements: (0..<130).map { Row(id: $0) })
    let copy = rows
    rows[position] = Row(id: 200, name: "new")
    #expect(rows.count == 130)
    #expect(rows[position] == Row(id: 200, name: "new"))
    #expect(rows.index(id: 200) == position)
    #expect(rows.index(id: position) == nil)
    #expect(copy.ids == Array(0..<130))
  }

  @Test("An element whose id is at a different position exchanges the positions")
  func existingID() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    rows[0] = Row(id: 3, name: "new")
    #expect(rows.elements == [Row(id: 3, name: "new"), Row(id: 2), Row(id: 1)])
    #expect(rows.ids.indices.allSatisfy { rows.index(id: rows.ids[$0]) == $0 })
  }

  @Test("A new id takes effect if the element is changed in place, and if the change throws")
  func inPlace() {
    struct Failure: Error {}
    func replace(_ row: inout Row, with id: Int) throws {
      row = Row(id: id)
      throw Failure()
    }
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    #expect(throws: Failure.self) { try replace(&rows[1], with: 9) }
    rows[keyPath: \.[2]] = Row(id: 8)
    #expect(rows.ids == [1, 9, 8])
    #expect(rows.ids.indices.allSatisfy { rows.index(id: rows.ids[$0]) == $0 })
    #expect(rows.index(id: 2) == nil)
  }

  @Test("An in-place change to the id of a different element is a precondition failure")
  func duplicateInPlace() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
      withUnsafeMutablePointer(to: &rows[0]) { $0.pointee = Row(id: 3) }
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      errors.contains(
        "cannot change the id 1 at position 0 to 3: the element at position 2 has that id"))
  }

  @Test(
    "An algorithm that writes elements has the same result as on a plain array",
    arguments: Algorithm.allCases, [2, 5, 64, 130])
  func algorithms(algorithm: Algorithm, count: Int) {
    let plain = (0..<count).map { Row(id: $0 * 7 % 131) }
    var rows = IdentifiedArrayOf<Row>(uniqueElements: plain)
    algorithm.apply(&rows)
    var expected = plain
    algorithm.apply(&expected)
    #expect(rows.elements == expected)
    #expect(rows.ids.indices.allSatisfy { rows.index(id: rows.ids[$0]) == $0 })
  }
}

/// An algorithm that assigns elements to positions one by one.
enum Algorithm: CaseIterable {
  case sort, sortPart, reversePart, rotate, replace

  func apply<Rows: MutableCollection<Row> & RandomAccessCollection<Row>>(_ rows: inout Rows)
  where Rows.Index == Int {
    switch self {
    case .sort: rows.sort()
    case .sortPart: rows[1...].sort(by: >)
    case .reversePart: rows[..<2].reverse()
    case .rotate: rotate(&rows)
    case .replace:
      for position in rows.indices { rows[position] = Row(id: rows[position].id + 1_000) }
    }
  }

  /// Moves the first element to the end, and each other element to the position before it.
  private func rotate<Rows: MutableCollection<Row>>(_ rows: inout Rows) where Rows.Index == Int {
    guard let first = rows.first else { return }
    let last = rows.endIndex - 1
    for position in rows.startIndex..<last { rows[position] = rows[position + 1] }
    rows[last] = first
  }
}
