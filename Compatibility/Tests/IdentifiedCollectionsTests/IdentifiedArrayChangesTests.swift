import Foundation
import IdentifiedCollections
import Testing

/// Tests the changes of an identified array as a whole: insertions, removals and order.
struct IdentifiedArrayChangesTests {
  private func users(_ ids: Int...) -> IdentifiedArrayOf<User> {
    IdentifiedArray(uniqueElements: ids.map { User(id: $0) })
  }

  /// Checks the identifiers of an array, and that each is found at its index.
  private func expectConsistent(_ array: IdentifiedArrayOf<User>, _ ids: [Int]) {
    #expect(array.map(\.id) == ids)
    #expect(ids.enumerated().allSatisfy { array.index(id: $1) == $0 })
    #expect(array.ids == ids)
  }

  @Test("An element is appended unless its identifier exists")
  func append() {
    var array = users(1)
    let new = array.append(User(id: 2))
    #expect(new.inserted)
    #expect(new.index == 1)
    let old = array.append(User(id: 1, name: "other"))
    #expect(!old.inserted)
    #expect(old.index == 0)
    #expect(array == users(1, 2))
    array.append(contentsOf: [User(id: 2, name: "other"), User(id: 3)])
    #expect(array == users(1, 2, 3))
  }

  @Test("An element is inserted unless its identifier exists")
  func insert() {
    var array = users(1, 2)
    #expect(array.insert(User(id: 3), at: 0) == (true, 0))
    #expect(array.insert(User(id: 2, name: "other"), at: 0) == (false, 2))
    expectConsistent(array, [3, 1, 2])
  }

  @Test("Updating an element replaces the element with its identifier")
  func update() {
    var array = users(1, 2)
    #expect(array.update(User(id: 2, name: "a"), at: 1) == User(id: 2))
    #expect(array.updateOrAppend(User(id: 2, name: "b")) == User(id: 2, name: "a"))
    #expect(array.updateOrAppend(User(id: 3)) == nil)
    let inserted = array.updateOrInsert(User(id: 4), at: 0)
    #expect(inserted.originalMember == nil)
    #expect(inserted.index == 0)
    let updated = array.updateOrInsert(User(id: 3, name: "c"), at: 0)
    #expect(updated.originalMember == User(id: 3))
    #expect(updated.index == 3)
    expectConsistent(array, [4, 1, 2, 3])
  }

  @Test("An element is removed by identifier, by value and by index")
  func remove() {
    var array = users(1, 2, 3, 4, 5)
    #expect(array.remove(id: 2) == User(id: 2))
    #expect(array.remove(id: 2) == nil)
    #expect(array.remove(User(id: 3)) == User(id: 3))
    #expect(array.remove(at: 0) == User(id: 1))
    expectConsistent(array, [4, 5])
  }

  @Test("Elements are removed at offsets")
  func removeAtOffsets() {
    var array = users(1, 2, 3, 4)
    array.remove(atOffsets: [0, 2])
    expectConsistent(array, [2, 4])
    array.remove(atOffsets: [])
    expectConsistent(array, [2, 4])
  }

  @Test("Elements are removed at both ends")
  func removeEnds() {
    var array = users(1, 2, 3, 4, 5, 6)
    #expect(array.removeFirst() == User(id: 1))
    #expect(array.removeLast() == User(id: 6))
    array.removeFirst(1)
    array.removeLast(1)
    expectConsistent(array, [3, 4])
  }

  @Test("removeAll removes the elements that satisfy a predicate, or all elements")
  func removeAll() {
    var array = users(1, 2, 3, 4)
    array.removeAll { $0.id.isMultiple(of: 2) }
    expectConsistent(array, [1, 3])
    array.removeAll()
    expectConsistent(array, [])
  }

  @Test("A range of elements is removed or replaced")
  func subranges() {
    var array = users(1, 2, 3, 4)
    array.removeSubrange(1..<3)
    expectConsistent(array, [1, 4])
    array.replaceSubrange(0..<1, with: [User(id: 5), User(id: 4, name: "other"), User(id: 6)])
    expectConsistent(array, [5, 6, 4])
    #expect(array[id: 4]?.name == "Blob")
  }

  @Test("Elements are moved")
  func move() {
    var array = users(1, 2, 3, 4)
    array.move(fromOffsets: [0, 2], toOffset: 4)
    expectConsistent(array, [2, 4, 1, 3])
    array.move(fromOffsets: [3], toOffset: 0)
    expectConsistent(array, [3, 2, 4, 1])
  }

  @Test("swapAt exchanges two elements")
  func swap() {
    var array = users(1, 2, 3)
    array.swapAt(0, 2)
    expectConsistent(array, [3, 2, 1])
  }

  @Test("Elements are sorted")
  func sort() {
    var array = users(3, 1, 2)
    array.sort()
    expectConsistent(array, [1, 2, 3])
    array.sort { $0.id > $1.id }
    expectConsistent(array, [3, 2, 1])
  }

  @Test("reverse reverses the order of the elements")
  func reverse() {
    var array = users(1, 2, 3)
    array.reverse()
    expectConsistent(array, [3, 2, 1])
  }

  @Test("A seeded shuffle results in the same order as for an array")
  func shuffle() {
    struct Generator: RandomNumberGenerator {
      var state: UInt64 = 1
      mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return state
      }
    }
    var array = users(1, 2, 3, 4, 5)
    var expected = array.elements
    var generator = Generator()
    array.shuffle(using: &generator)
    generator = Generator()
    expected.shuffle(using: &generator)
    expectConsistent(array, expected.map(\.id))
  }

  @Test("partition separates the elements by a predicate")
  func partition() {
    var array = users(1, 2, 3, 4, 5)
    let start = array.partition { $0.id.isMultiple(of: 2) }
    #expect(start == 3)
    #expect(Set(array[..<start].map(\.id)) == [1, 3, 5])
    expectConsistent(array, array.map(\.id))
  }

  @Test("Algorithms of mutable collections change an array")
  func mutableCollection() {
    func renameAll<C: MutableCollection & RandomAccessCollection>(_ users: inout C)
    where C.Element == User {
      for index in users.indices { users[index].name = "\(users[index].id)" }
      users.swapAt(users.startIndex, users.index(after: users.startIndex))
    }
    var array = users(1, 2, 3)
    renameAll(&array)
    expectConsistent(array, [2, 1, 3])
    #expect(array[id: 2]?.name == "2")
  }

  @Test("Algorithms of range-replaceable collections change an array")
  func rangeReplaceableCollection() {
    func addAll<C: RangeReplaceableCollection>(_ users: inout C) where C.Element == User {
      users += [User(id: 7), User(id: 8)]
      users.insert(contentsOf: [User(id: 9)], at: users.startIndex)
    }
    var array = users(1) + [User(id: 2)]
    addAll(&array)
    expectConsistent(array, [9, 1, 2, 7, 8])
  }

  @Test("A copy keeps its elements when the original changes")
  func copies() {
    var array = users(1, 2)
    let copy = array
    array[id: 1]?.name = "changed"
    array.remove(id: 2)
    #expect(copy == users(1, 2))
  }

  @Test("An array is a sequence of its elements in order")
  func sequence() {
    let array = users(3, 4)
    #expect(array.enumerated().map { "\($0):\($1.id)" } == ["0:3", "1:4"])
    #expect(array.reversed().map(\.id) == [4, 3])
    #expect(array.first == User(id: 3))
    #expect(array.last == User(id: 4))
    #expect(array.min() == User(id: 3))
  }
}
