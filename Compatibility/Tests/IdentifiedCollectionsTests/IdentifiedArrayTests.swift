import Foundation
import IdentifiedCollections
import Testing

struct User: Equatable, Hashable, Identifiable, Codable, Comparable {
  let id: Int
  var name = "Blob"

  static func < (one: User, other: User) -> Bool { one.id < other.id }
}

/// Tests access to the elements of an identified array by identifier and by position.
struct IdentifiedArrayTests {
  private func users(_ ids: Int...) -> IdentifiedArrayOf<User> {
    IdentifiedArray(uniqueElements: ids.map { User(id: $0) })
  }

  @Test("An array is created from unique elements")
  func unique() {
    #expect(users(1, 2, 3).ids == [1, 2, 3])
    #expect(IdentifiedArray(uncheckedUniqueElements: [User(id: 1)]).count == 1)
    #expect(IdentifiedArray(uniqueElements: ["a", "b"], id: \.self).ids == ["a", "b"])
    #expect(IdentifiedArray(uniqueElements: users(1, 2)) == users(1, 2))
  }

  @Test("An array is created from a literal")
  func literal() {
    let array: IdentifiedArrayOf<User> = [User(id: 1), User(id: 2)]
    #expect(array == users(1, 2))
  }

  @Test("Elements with the same identifier are combined")
  func combining() {
    let array = IdentifiedArray(
      [User(id: 1, name: "a"), User(id: 2, name: "b"), User(id: 1, name: "c")],
      uniquingIDsWith: { User(id: $0.id, name: $0.name + $1.name) })
    #expect(array.elements == [User(id: 1, name: "ac"), User(id: 2, name: "b")])
    let last = IdentifiedArray(
      [(id: 1, name: "a"), (id: 1, name: "b")], id: \.id, uniquingIDsWith: { $1 })
    #expect(last[id: 1]?.name == "b")
  }

  @Test("An array created from a collection keeps the first element with each identifier")
  func collection() {
    let array = IdentifiedArrayOf<User>([User(id: 1, name: "a"), User(id: 1, name: "b")])
    #expect(array.elements == [User(id: 1, name: "a")])
  }

  @Test("An array can be created from a slice")
  func slice() {
    let array = users(1, 2, 3)
    #expect(IdentifiedArray(uniqueElements: array[1...]) == users(2, 3))
    #expect(IdentifiedArrayOf<User>(array.prefix(2)) == users(1, 2))
    #expect(array[0..<1].map(\.id) == [1])
  }

  @Test("An element is read by its identifier")
  func reading() {
    let array = users(1, 2)
    #expect(array[id: 2] == User(id: 2))
    #expect(array[id: 3] == nil)
    #expect(array[1] == User(id: 2))
  }

  @Test("An element is changed in place by its identifier")
  func changing() {
    var array = users(1, 2)
    array[id: 1]?.name = "Blob Esq."
    array[id: 3]?.name = "nobody"
    array[1].name += " Jr."
    #expect(array.map(\.name) == ["Blob Esq.", "Blob Jr."])
  }

  @Test("Assigning to a new identifier appends the element")
  func settingNew() {
    var array = users(1)
    array[id: 2] = User(id: 2, name: "new")
    #expect(array.elements == [User(id: 1), User(id: 2, name: "new")])
  }

  @Test("Assigning nil to an identifier removes its element")
  func settingNil() {
    var array = users(1, 2)
    array[id: 1] = nil
    array[id: 7] = nil
    #expect(array == users(2))
  }

  @Test("index(id:) and firstIndex(of:) return the same index")
  func indices() {
    let array = users(4, 5)
    #expect(array.index(id: 5) == 1)
    #expect(array.index(id: 6) == nil)
    #expect(array.firstIndex(of: User(id: 5)) == 1)
    #expect(array.firstIndex { $0.id == 5 } == 1)
    #expect(array.ids.firstIndex(of: 4) == 0)
    #expect(array.ids.contains(4))
  }

  @Test("contains compares elements by equality")
  func contains() {
    #expect(users(1).contains(User(id: 1)))
    #expect(!users(1).contains(User(id: 1, name: "other")))
  }

  @Test("filter returns an identified array")
  func filter() {
    let array: IdentifiedArrayOf<User> = users(1, 2, 3).filter { $0.id != 2 }
    #expect(array.ids == [1, 3])
    #expect(array[id: 3] == User(id: 3))
  }

  @Test("Arrays are equal if their elements are equal in order")
  func equality() {
    #expect(users(1, 2) == users(1, 2))
    #expect(users(1, 2) != users(2, 1))
    #expect(users(1).hashValue == users(1).hashValue)
    #expect(Set([users(1), users(1), users(2)]).count == 2)
  }

  @Test("An array is encoded like an array of its elements")
  func encoding() throws {
    let array = users(1, 2)
    let data = try JSONEncoder().encode(array)
    #expect(try JSONDecoder().decode([User].self, from: data) == array.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<User>.self, from: data) == array)
  }

  @Test("The description is the same as for an array of the elements")
  func description() {
    let array = IdentifiedArray(uniqueElements: [1, 2], id: \.self)
    #expect("\(array)" == "[1, 2]")
    #expect(Mirror(reflecting: array).displayStyle == .collection)
    #expect(Mirror(reflecting: array).children.count == 2)
  }

  @Test("The ids of an array equal a literal of the same ids in the same order")
  func literalOfIDs() {
    func areEqual<Value: Equatable>(_ one: Value, _ other: Value) -> Bool { one == other }
    let array = IdentifiedArray(uniqueElements: [3, 1, 2], id: \.self)
    #expect(areEqual(array.ids, [3, 1, 2]))
    #expect(!areEqual(array.ids, [1, 2, 3]))
    #expect(!areEqual(array.ids, []))
    let literal: IdentifiedArray<Int, Int>.IDs = [3, 1, 2]
    #expect(literal.hashValue == array.ids.hashValue)
    #expect(literal.firstIndex(of: 2) == 2)
    #expect(literal.contains(1))
    #expect(!literal.contains(4))
    #expect(array.ids == [3, 1, 2])
    #expect(array.ids != [3, 1])
  }

  @Test("The debug description has the type of the elements")
  func debugDescription() {
    let array = IdentifiedArray(uniqueElements: [1, 2], id: \.self)
    #expect(array.debugDescription == "IdentifiedArray<Int>([1, 2])")
    #expect(array.description == "[1, 2]")
  }

  @Test("Code that is generic over identified collections accepts arrays")
  func genericCollection() {
    func rename<Users: _MutableIdentifiedCollection<Int, User>>(_ users: inout Users) {
      for id in users.ids { users[id: id]?.name += "!" }
    }
    var users: IdentifiedArrayOf<User> = [User(id: 1, name: "a"), User(id: 2, name: "b")]
    rename(&users)
    #expect(users.map(\.name) == ["a!", "b!"])
  }
}
