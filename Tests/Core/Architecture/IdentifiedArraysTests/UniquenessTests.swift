import IdentifiedArrays
import Testing

@Suite("Unique ids")
struct UniquenessTests {
  @Test("Appending or inserting an existing id changes nothing and returns its position")
  func duplicates() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    #expect(rows.append(Row(id: 3, name: "again")) == (false, 1))
    #expect(rows.insert(Row(id: 7, name: "again"), at: 2) == (false, 0))
    rows.append(contentsOf: [Row(id: 3, name: "again"), Row(id: 5), Row(id: 5, name: "again")])
    #expect(rows.elements == [Row(id: 7), Row(id: 3), Row(id: 5)])
  }

  @Test("Updating replaces the element with the same id, and returns the old element")
  func update() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    #expect(rows.updateOrAppend(Row(id: 7, name: "a")) == Row(id: 7))
    #expect(rows.updateOrAppend(Row(id: 5)) == nil)
    #expect(rows.updateOrInsert(Row(id: 3, name: "b"), at: 0) == (Row(id: 3), 1))
    #expect(rows.updateOrInsert(Row(id: 9), at: 0) == (nil, 0))
    #expect(rows.update(Row(id: 7, name: "c"), at: 1) == Row(id: 7, name: "a"))
    #expect(
      rows.elements == [Row(id: 9), Row(id: 7, name: "c"), Row(id: 3, name: "b"), Row(id: 5)])
  }

  @Test("Elements with the same id are combined at the position of the first one")
  func uniquing() {
    let rows = IdentifiedArray(
      [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 1, name: "c")],
      uniquingIDsWith: { Row(id: $0.id, name: $0.name + $1.name) })
    #expect(rows.elements == [Row(id: 1, name: "ac"), Row(id: 2, name: "b")])
  }

  @Test("Inserting multiple elements skips elements with existing ids")
  func insertContents() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    rows.insert(
      contentsOf: [Row(id: 5), Row(id: 3, name: "again"), Row(id: 5, name: "again"), Row(id: 6)],
      at: 1)
    #expect(rows.elements == [Row(id: 7), Row(id: 5), Row(id: 6), Row(id: 3)])
    rows += [Row(id: 7, name: "again"), Row(id: 9)]
    #expect(rows.ids == [7, 5, 6, 3, 9])
    #expect((rows + [Row(id: 1), Row(id: 5)]).ids == [7, 5, 6, 3, 9, 1])
    #expect(rows.ids.indices.allSatisfy { rows.index(id: rows.ids[$0]) == $0 })
  }

  @Test("Replacing a range accepts ids of the range, and skips ids of other elements")
  func replaceSubrange() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3), Row(id: 5), Row(id: 9)]
    rows.replaceSubrange(
      1...2, with: [Row(id: 5, name: "new"), Row(id: 9, name: "no"), Row(id: 3)])
    #expect(rows.elements == [Row(id: 7), Row(id: 5, name: "new"), Row(id: 3), Row(id: 9)])
    rows.replaceSubrange(0..<3, with: [])
    #expect(rows.elements == [Row(id: 9)])
    #expect(rows.index(id: 9) == 0)
    #expect(rows.index(id: 7) == nil)
  }

  @Test("Generic code for range-replaceable collections keeps ids unique")
  func rangeReplaceable() {
    func extended<C: RangeReplaceableCollection<Row>>(_ rows: C) -> C {
      var rows = rows
      rows.append(Row(id: 7, name: "again"))
      rows.append(contentsOf: [Row(id: 1), Row(id: 1, name: "again")])
      rows.insert(Row(id: 2), at: rows.startIndex)
      rows.removeFirst(1)
      return rows
    }
    #expect(extended([Row(id: 7)] as IdentifiedArrayOf<Row>).elements == [Row(id: 7), Row(id: 1)])
    #expect(IdentifiedArray([Row(id: 7), Row(id: 3), Row(id: 7, name: "again")]).ids == [7, 3])
  }

  @Test("An array can be created from unique elements without a check")
  func unchecked() {
    let rows = IdentifiedArray(uncheckedUniqueElements: [Row(id: 7), Row(id: 3)])
    #expect(rows == [Row(id: 7), Row(id: 3)])
    #expect(rows.index(id: 3) == 1)
    let names = IdentifiedArray(uncheckedUniqueElements: ["a", "b"], id: \.self)
    #expect(names[id: "b"] == "b")
    #expect(names.index(id: "b") == 1)
  }

  @Test("Elements that aren't identifiable can be inserted and replaced")
  func foreignIdentity() {
    var names = IdentifiedArray(uniqueElements: ["a", "b", "c"], id: \.self)
    names.insert(contentsOf: ["d", "a"], at: 1)
    #expect(names.elements == ["a", "d", "b", "c"])
    names.replaceSubrange(2..., with: ["e"])
    #expect(names.elements == ["a", "d", "e"])
    #expect(names.ids.contains("c") == false)
  }

  @Test("Replacing beyond the end is a precondition failure")
  func replaceBeyondEnd() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows.replaceSubrange(1..<3, with: [])
    }
  }

  @Test("Repeating an id in a literal is a precondition failure")
  func literal() async {
    await #expect(processExitsWith: .failure) {
      let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 1)]
      _ = rows
    }
  }

  @Test("Setting an element with a different id is a precondition failure")
  func foreignID() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = []
      rows[id: 1] = Row(id: 2)
    }
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows[id: 1]?.self = Row(id: 2)
    }
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows.update(Row(id: 2), at: 0)
    }
  }

  @Test("Inserting beyond the end is a precondition failure")
  func insertBeyondEnd() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows.insert(Row(id: 2), at: 2)
    }
  }
}
