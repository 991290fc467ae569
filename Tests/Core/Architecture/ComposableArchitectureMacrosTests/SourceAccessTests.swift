import Foundation
import Testing

@Suite("What @Recordable tells of a struct's source")
struct SourceAccessTests {
  private func line(_ members: String) -> String? {
    Expansion(of: "@Recordable struct State {\n\(members)\n}").source
      .split(separator: "\n").first { $0.contains("type.source(") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test("Constants, and what is private to be set, cannot be set from elsewhere")
  func settable() {
    #expect(
      line("let id: Int\nprivate(set) var a = 1\nfileprivate var b = 2\nvar c = 3")
        == #"type.source(settable: ["c"])"#)
  }

  @Test("An initializer that keeps each value is told with its labels in their order")
  func initializer() {
    #expect(
      line(
        "let id: Int\nvar name: String\ninit(name: String = \"\", id: Int) {\nself.id = id\nself.name = name\n}"
      )
        == #"type.source(settable: ["name"], initializer: ["name", "id"])"#)
  }

  @Test(
    "An initializer that does anything else is not told",
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
