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
