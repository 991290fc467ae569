import IdentifiedArrays
import Testing

@Suite("Finding and changing elements")
struct AccessTests {
  @Test("An element is found by its id and by its position")
  func find() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 7, name: "Milk"), Row(id: 3, name: "Eggs")]
    #expect(rows[id: 3]?.name == "Eggs")
    #expect(rows[0].name == "Milk")
    #expect(rows.index(id: 3) == 1)
    #expect(rows[id: 8] == nil)
    #expect(rows.index(id: 8) == nil)
  }

  @Test("Changing an element by its id keeps its position")
  func changeByID() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3), Row(id: 5)]
    rows[id: 7]?.name = "Milk"
    #expect(rows.elements == [Row(id: 7, name: "Milk"), Row(id: 3), Row(id: 5)])
    #expect(rows.index(id: 7) == 0)
  }

  @Test("Changing an element with an absent id changes nothing")
  func changeAbsent() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7)]
    rows[id: 8]?.name = "Milk"
    #expect(rows.elements == [Row(id: 7)])
  }

  @Test("Setting an id to nil removes its element")
  func setNil() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3), Row(id: 5)]
    rows[id: 7] = nil
    rows[id: 8] = nil
    #expect(rows.elements == [Row(id: 3), Row(id: 5)])
    #expect(rows.index(id: 5) == 1)
  }

  @Test("Setting an absent id appends the element, and setting a present id replaces its element")
  func setElement() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    rows[id: 5] = Row(id: 5, name: "Bread")
    rows[id: 7] = Row(id: 7, name: "Milk")
    #expect(rows.elements == [Row(id: 7, name: "Milk"), Row(id: 3), Row(id: 5, name: "Bread")])
  }

  @Test("An element can be removed, appended and replaced through an inout optional")
  func inoutOptional() {
    func set(_ row: inout Row?, to value: Row?) { row = value }
    var rows = IdentifiedArrayOf<Row>(uniqueElements: (0..<130).map { Row(id: $0) })
    set(&rows[id: 3], to: nil)
    set(&rows[id: 64], to: Row(id: 64, name: "Milk"))
    set(&rows[id: 200], to: Row(id: 200))
    set(&rows[id: 201], to: nil)
    let expected = (0..<130).filter { $0 != 3 } + [200]
    #expect(rows.map(\.id) == expected)
    #expect(expected.enumerated().allSatisfy { rows.index(id: $1) == $0 })
    #expect(rows[id: 64]?.name == "Milk")
  }

  @Test("A throwing in-place change keeps the changes made before the error")
  func throwingChange() {
    struct Failure: Error {}
    func change(_ row: inout Row?) throws {
      row?.name = "Milk"
      throw Failure()
    }
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    #expect(throws: Failure.self) { try change(&rows[id: 7]) }
    #expect(rows.elements == [Row(id: 7, name: "Milk"), Row(id: 3)])
  }

  @Test("Elements can be identified by the key path of any property")
  func keyPath() {
    var rows = IdentifiedArray(uniqueElements: [Row(id: 1, name: "a")], id: \.name)
    #expect(rows[id: "a"]?.id == 1)
    #expect(rows.append(Row(id: 2, name: "a")) == (false, 0))
    #expect(rows.append(Row(id: 1, name: "b")) == (true, 1))
    #expect(rows.id == \Row.name)
  }

  @Test("The ids are a collection in the order of the elements")
  func ids() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 3)]
    let renamed: IdentifiedArrayOf<Row> = [Row(id: 7, name: "Milk"), Row(id: 3)]
    #expect(rows.ids == [7, 3])
    #expect(rows.ids != [3, 7])
    #expect(rows.ids == renamed.ids)
    #expect(rows.ids.contains(3))
    #expect(!rows.ids.contains(4))
    #expect(rows.ids.firstIndex(of: 3) == 1)
    #expect(rows.ids.description == "[7, 3]")
    #expect(Set([rows.ids]).contains(rows.ids))
  }

  @Test("An in-place change does not copy the element's own storage")
  func unique() {
    final class Storage {}
    struct Owner: Identifiable {
      let id: Int
      var storage = Storage()
      mutating func isHeldOnce() -> Bool { isKnownUniquelyReferenced(&storage) }
    }
    var owners = IdentifiedArrayOf<Owner>(uniqueElements: (0..<100).map { Owner(id: $0) })
    #expect(owners[id: 5]?.isHeldOnce() == true)
    let byPosition = owners[70].isHeldOnce()
    #expect(byPosition)
    let copy = owners
    #expect(owners[id: 5]?.isHeldOnce() == false)
    #expect(copy.count == 100)
  }
}
