import CaseKeyPaths
import Testing

@Suite("Case paths")
struct AnyCasePathTests {
  @Test("A value that is embedded can be extracted")
  func embedAndExtract() {
    let path = AnyCasePath(\Action.Cases.set)
    #expect(path.embed(3) == .set(3))
    #expect(path.extract(from: .set(3)) == 3)
    #expect(path.extract(from: .refresh) == nil)
  }

  @Test("Several associated values are a tuple with their labels")
  func labels() {
    let path = AnyCasePath(\Action.Cases.rename)
    #expect(path.embed((id: 1, to: "a")) == .rename(id: 1, to: "a"))
    let value = path.extract(from: .rename(id: 2, to: "b"))
    #expect(value?.id == 2)
    #expect(value?.to == "b")
  }

  @Test("A case without associated values has a value of type Void")
  func void() {
    let path = AnyCasePath(\Action.Cases.refresh)
    #expect(path.embed(()) == .refresh)
    #expect(path.extract(from: .refresh) != nil)
    #expect(path.extract(from: .set(1)) == nil)
  }

  @Test("An optional payload that is nil is told from another case")
  func optionalPayload() {
    let path = AnyCasePath(\Action.Cases.note)
    #expect(path.extract(from: .note(nil)) == .some(nil))
    #expect(path.extract(from: .refresh) == .none)
  }

  @Test("A key path goes on through nested enums")
  func nested() {
    let path = AnyCasePath(\Action.Cases.child.leaf.select)
    #expect(path.embed(true) == .child(.leaf(.select(true))))
    #expect(path.extract(from: .child(.leaf(.select(false)))) == false)
    #expect(path.extract(from: .child(.tapped)) == nil)
    #expect(path.extract(from: .refresh) == nil)
  }

  @Test("The key path to the root is the identity")
  func identity() {
    let path = AnyCasePath(\Action.Cases.self)
    #expect(path.embed(.refresh) == .refresh)
    #expect(path.extract(from: .set(1)) == .set(1))
  }

  @Test("A case path can be made of two functions")
  func handmade() {
    let even = AnyCasePath<Int, Int>(
      embed: { $0 * 2 }, extract: { $0.isMultiple(of: 2) ? $0 / 2 : nil })
    #expect(even.embed(4) == 8)
    #expect(even.extract(from: 8) == 4)
    #expect(even.extract(from: 7) == nil)
  }

  @Test("A case path changes the value of its case in place, and throws in another case")
  func modify() throws {
    let path = AnyCasePath(\Action.Cases.set)
    var action = Action.set(3)
    let old = try path.modify(&action) { value in
      defer { value += 1 }
      return value
    }
    #expect(old == 3)
    #expect(action == .set(4))
    action = .refresh
    #expect(throws: (any Error).self) { try path.modify(&action) { $0 += 1 } }
    #expect(action == .refresh)
  }

  @Test("Names that sequences use, and names in backticks, are cases like others")
  func unusualNames() {
    #expect(AnyCasePath(\Action.Cases.first).extract(from: .first(1)) == 1)
    #expect(AnyCasePath(\Action.Cases.default).embed(()) == .default)
  }

  @Test("A generic enum that refers to itself has case paths")
  func generic() {
    let path = AnyCasePath(\Tree<Int>.Cases.node)
    #expect(path.extract(from: .node(.leaf(1), label: [2]))?.label == [2])
    #expect(path.embed((.leaf(1), label: [])) == .node(.leaf(1), label: []))
  }

  @Test("Unusual payloads are embedded and extracted")
  func unusualPayloads() {
    #expect(AnyCasePath(\Unusual.Cases.unit).extract(from: .unit(())) != nil)
    #expect(AnyCasePath(\Unusual.Cases.implicit).extract(from: .implicit(nil)) == .some(nil))
    #expect(AnyCasePath(\Unusual.Cases.call).extract(from: .call { $0 + 1 })?(1) == 2)
    #expect(AnyCasePath(\Isolated.Cases.only).extract(from: .only(1)) == 1)
    #expect(Array(Impossible.allCasePaths).isEmpty)
  }

  @Test("A payload may have the type of a generic feature around the enum")
  func genericFeature() {
    typealias Action = GenericFeature<Int>.Action
    #expect(AnyCasePath(\Action.Cases.value).embed(1) == .value(1))
    #expect(AnyCasePath(\Action.Cases.root).extract(from: .root(.init())) == .init())
  }
}
