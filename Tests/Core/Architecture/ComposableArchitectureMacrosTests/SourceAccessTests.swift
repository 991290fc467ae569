import Foundation
import Testing

@Suite("Access from other files in descriptions of structs")
struct SourceAccessTests {
  private func line(_ members: String) -> String? {
    Expansion(of: "@Recordable struct State {\n\(members)\n}").source
      .split(separator: "\n").first { $0.contains("type.source(") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test("Constants and properties with a private setter are not settable")
  func settable() {
    #expect(
      line("let id: Int\nprivate(set) var a = 1\nfileprivate var b = 2\nvar c = 3")
        == #"type.source(settable: ["c"])"#)
  }

  @Test("The memberwise initializer takes all properties but constants with a value")
  func memberwise() {
    #expect(
      line("let id: Int\nlet limit = 3\nvar count = 0")
        == #"type.source(settable: ["count"], initializer: ["id", "count"])"#)
  }

  @Test("An initializer that assigns every property is described by its labels in order")
  func initializer() {
    #expect(
      line(
        """
        let id: Int
        var name: String
        init(name: String = "", id: Int) {
          self.id = id
          self.name = name
        }
        """
      )
        == #"type.source(settable: ["name"], initializer: ["name", "id"])"#)
  }

  @Test("A computed property with an accessible setter is settable")
  func computed() {
    let accessors = "{ get { 0 } set {} }"
    #expect(
      line("let a: Int\nvar b: Int \(accessors)\nprivate var c: Int \(accessors)\nvar d: Int { 0 }")
        == #"type.source(settable: ["b"], initializer: ["a"])"#)
  }

  @Test(
    "An initializer may leave out properties whose initial values are known",
    arguments: [
      ("var count = 0", ["count"]), ("var name: String?", ["name"]),
      ("@Presents var sheet: Sheet.State?", ["sheet"]), ("let limit = 3", []),
    ])
  func initialValues(property: String, settable: [String]) {
    let source = "let id: Int\n\(property)\ninit(id: Int) { self.id = id }"
    let list = settable.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(line(source) == "type.source(settable: [\(list)], initializer: [\"id\"])")
  }

  @Test(
    "An initializer that leaves out a different property is not described",
    arguments: [
      ("@Presents var a: Sheet.State? = Sheet.State()", "a"),
      ("@Shared(.inMemory(\"a\")) var a = 0", "$a"),
    ])
  func unknownInitialValues(property: String, settable: String) {
    let source = "let id: Int\n\(property)\ninit(id: Int) { self.id = id }"
    #expect(line(source) == "type.source(settable: [\"\(settable)\"])")
  }

  @Test("The initializer with the most labels is described")
  func longestInitializer() {
    let short = "init(a: Int) { self.a = a }"
    let long = "init(a: Int, b: Int) {\nself.a = a\nself.b = b\n}"
    #expect(
      line("let a: Int\nvar b = 1\n\(short)\n\(long)")
        == #"type.source(settable: ["b"], initializer: ["a", "b"])"#)
  }

  @Test(
    "A reference to a shared value can be an argument", arguments: ["_name", "self._name"])
  func shared(name: String) {
    #expect(
      line("@Shared var name: String\ninit(name: Shared<String>) { \(name) = name }")
        == #"type.source(settable: ["$name"], initializer: ["name"])"#)
    #expect(
      line("@Shared var name: String\ninit(name: String) { \(name) = Shared(value: name) }")
        == #"type.source(settable: ["$name"])"#)
  }

  @Test(
    "An initializer that does anything else is not described",
    arguments: [
      "init(count: Int) { self.count = max(0, count) }",
      "private init(count: Int) { self.count = count }",
      "init?(count: Int) { self.count = count }", "init(count: Int) throws { self.count = count }",
      "init(_ count: Int) { self.count = count }", "init(count: Int?) { self.count = count ?? 0 }",
      "init() { self.count = 0 }",
    ])
  func otherInitializers(_ source: String) {
    #expect(line("var count: Int\n\(source)") == #"type.source(settable: ["count"])"#)
  }
}
