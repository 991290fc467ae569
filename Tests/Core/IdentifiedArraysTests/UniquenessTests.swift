import IdentifiedArrays
import Testing

@Suite("Ids stay unique")
struct UniquenessTests {
  @Test("Appending and inserting an id that is there changes nothing and tells its position")
  func duplicates() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    #expect(rows.append(Row(id: 3, name: "again")) == (false, 1))
    #expect(rows.insert(Row(id: 7, name: "again"), at: 2) == (false, 0))
    rows.append(contentsOf: [Row(id: 3, name: "again"), Row(id: 5), Row(id: 5, name: "again")])
    #expect(rows.elements == [Row(id: 7), Row(id: 3), Row(id: 5)])
  }

  @Test("Updating replaces the element of the same id in its place, and returns the old one")
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

  @Test("Elements of the same id are combined into one, where the first one stood")
  func uniquing() {
    let rows = IdentifiedArray(
      [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 1, name: "c")],
      uniquingIDsWith: { Row(id: $0.id, name: $0.name + $1.name) })
    #expect(rows.elements == [Row(id: 1, name: "ac"), Row(id: 2, name: "b")])
  }

  @Test("A literal that repeats an id is a precondition failure")
  func literal() async {
    await #expect(processExitsWith: .failure) {
      let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 1)]
      _ = rows
    }
  }

  @Test("Setting an element under another id than its own is a precondition failure")
  func foreignID() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = []
      rows[id: 1] = Row(id: 2)
    }
  }

  @Test("Changing the id of an element in place is a precondition failure")
  func changedID() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows[0] = Row(id: 2)
    }
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows[id: 1]?.self = Row(id: 2)
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
