import CaseKeyPaths
import Testing

@Suite("Case paths")
struct AnyCasePathTests {
  @Test("An embedded value can be extracted")
  func embedAndExtract() {
    let path = AnyCasePath(\Action.Cases.set)
    #expect(path.embed(3) == .set(3))
    #expect(path.extract(from: .set(3)) == 3)
    #expect(path.extract(from: .refresh) == nil)
  }

  @Test("Multiple associated values are extracted as a labeled tuple")
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

  @Test("Extracting distinguishes a nil payload from a different case")
  func optionalPayload() {
    let path = AnyCasePath(\Action.Cases.note)
    #expect(path.extract(from: .note(nil)) == .some(nil))
    #expect(path.extract(from: .refresh) == .none)
  }

  @Test("A key path can continue through nested enums")
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

  @Test("A case path can be created from two functions")
  func handmade() {
    let even = AnyCasePath<Int, Int>(
      embed: { $0 * 2 }, extract: { $0.isMultiple(of: 2) ? $0 / 2 : nil })
    #expect(even.embed(4) == 8)
    #expect(even.extract(from: 8) == 4)
    #expect(even.extract(from: 7) == nil)
  }

  @Test("A case path modifies the value of its case in place, and throws for other cases")
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

  @Test("Cases can have names used by sequences, and names in backticks")
  func unusualNames() {
    #expect(AnyCasePath(\Action.Cases.first).extract(from: .first(1)) == 1)
    #expect(AnyCasePath(\Action.Cases.default).embed(()) == .default)
  }

  @Test("A recursive generic enum has case paths")
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

  @Test("A payload can have a generic parameter of the enclosing type")
  func genericFeature() {
    typealias Action = GenericFeature<Int>.Action
    #expect(AnyCasePath(\Action.Cases.value).embed(1) == .value(1))
    #expect(AnyCasePath(\Action.Cases.root).extract(from: .root(.init())) == .init())
  }
}
