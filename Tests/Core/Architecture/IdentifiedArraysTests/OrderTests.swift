import Foundation
import IdentifiedArrays
import Testing

@Suite("Removing and reordering")
struct OrderTests {
  let rows: IdentifiedArrayOf<Row> = [
    Row(id: 0), Row(id: 1), Row(id: 2), Row(id: 3), Row(id: 4), Row(id: 5),
  ]

  @Test("Elements at a set of offsets are removed")
  func removeOffsets() {
    var rows = rows
    rows.remove(atOffsets: [1, 2, 5])
    rows.remove(atOffsets: [])
    #expect(rows.ids == [0, 3, 4])
    #expect(rows.index(id: 4) == 2)
    #expect(rows.index(id: 5) == nil)
  }

  @Test(
    "Elements at a set of offsets are moved before the destination",
    arguments: [
      (IndexSet([0]), 3, [1, 2, 0, 3, 4, 5]),
      (IndexSet([4]), 1, [0, 4, 1, 2, 3, 5]),
      (IndexSet([0, 2, 5]), 4, [1, 3, 0, 2, 5, 4]),
      (IndexSet([1, 2]), 6, [0, 3, 4, 5, 1, 2]),
      (IndexSet([1, 2]), 2, [0, 1, 2, 3, 4, 5]),
      (IndexSet([]), 2, [0, 1, 2, 3, 4, 5]),
    ])
  func move(offsets: IndexSet, destination: Int, expected: [Int]) {
    var rows = rows
    rows.move(fromOffsets: offsets, toOffset: destination)
    #expect(rows.ids == expected)
    #expect(expected.enumerated().allSatisfy { rows.index(id: $1) == $0 })
    var array = Array(0...5)
    array.move(fromOffsets: offsets, toOffset: destination)
    #expect(array == expected)
    // Offsets count from the start of a slice.
    var slice = [9, 0, 1, 2, 3, 4, 5][1...]
    slice.move(fromOffsets: offsets, toOffset: destination)
    #expect(Array(slice) == expected)
  }

  @Test("Elements of any collection at a set of offsets are removed")
  func removeOffsetsOfCollections() {
    var array = Array(0...5)
    array.remove(atOffsets: [1, 2, 5])
    #expect(array == [0, 3, 4])
    var slice = [9, 0, 1, 2, 3, 4, 5][1...]
    slice.remove(atOffsets: [1, 2, 5])
    slice.remove(atOffsets: [])
    #expect(Array(slice) == [0, 3, 4])
  }

  @Test("Removing with a predicate that throws keeps all elements")
  func removeAllThrowing() {
    struct Failure: Error {}
    var rows = rows
    #expect(throws: Failure.self) {
      try rows.removeAll { if $0.id == 3 { throw Failure() } else { true } }
    }
    #expect(rows == self.rows)
  }

  @Test("A partition that throws keeps all elements findable")
  func partitionThrowing() {
    struct Failure: Error {}
    var rows = rows
    #expect(throws: Failure.self) {
      try rows.partition { if $0.id == 3 { throw Failure() } else { $0.id < 3 } }
    }
    #expect(rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 })
  }

  @Test("Shuffling keeps all elements findable")
  func shuffle() {
    var rows = rows
    rows.shuffle()
    #expect(Set(rows) == Set(self.rows))
    #expect(rows.indices.allSatisfy { rows.index(id: rows[$0].id) == $0 })
  }

  @Test("Filtering returns an identified array in the same order")
  func filter() {
    let even: IdentifiedArrayOf<Row> = rows.filter { $0.id.isMultiple(of: 2) }
    #expect(even.ids == [0, 2, 4])
    #expect(even.index(id: 4) == 2)
  }
}
