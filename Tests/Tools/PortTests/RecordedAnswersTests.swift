import Port
import Testing

@Suite("Answers that a reducer gets from dependencies")
struct RecordedAnswersTests {
  private static let words = "@DependencyEndpoint(recorded: true) "

  /// Returns the line of an endpoint in a recordable port, after the types that it mentions.
  private func endpoint(_ line: String, with types: String = "") -> String {
    let text = "\(types)\n@DependencyClient struct C {\n\(line)\n}"
    let lines = Trial(text).recorded.text.split(separator: "\n").map(String.init)
    return lines[lines.count - 2]
  }

  @Test(
    "The answers of an endpoint that answers at once are recorded",
    arguments: [
      "var a: @Sendable () -> Int = { 1 }", "var a: (_ b: String, Int) -> [String: Date]",
      "var a: @Sendable (any P) -> UUID? = { _ in nil }", "public var a: (@Sendable () -> Bool)",
      "var a: () -> CLAuthorizationStatus = { .denied }",
    ])
  func recorded(_ line: String) { #expect(endpoint(line) == Self.words + line) }

  @Test(
    "An endpoint that a reducer cannot call, or whose answer no log can have, stays",
    arguments: [
      "var a: @Sendable () async -> Int = { 1 }", "var a: () throws -> Int",
      "var a: @Sendable () -> Void", "var a: () -> ()", "var a: (inout Int) -> Int = { $0 }",
      "var a: (Int...) -> Int = { _ in 1 }", "var a: @MainActor () -> Int = { 1 }",
      "var a: () -> any P = { 1 }", "var a: () -> (Int) -> Int = { { $0 } }",
      "var a: () -> (Int, Int) = { (1, 1) }", "var a: () -> Unknown = { Unknown() }",
      "var a: () -> AsyncStream<Int> = { .finished }", "let a: () -> Int", "var a = 1",
      "var a: Int", "static var a: () -> Int = { 1 }", "private var a: () -> Int = { 1 }",
      "@DependencyEndpointIgnored var a: () -> Int = { 1 }",
      "@DependencyEndpoint(recorded: false) var a: () -> Int = { 1 }",
      "@DependencyEndpoint(recorded: true) var a: () -> Int = { 1 }",
    ])
  func unchanged(_ line: String) { #expect(endpoint(line) == line) }

  @Test("The words join those of an attribute")
  func attributes() {
    #expect(
      endpoint("@DependencyEndpoint(method: \"b\") var a: (_ c: Int) -> Int = { $0 }")
        == "@DependencyEndpoint(method: \"b\", recorded: true) var a: (_ c: Int) -> Int = { $0 }")
    #expect(
      endpoint("@DependencyEndpoint var a: () -> Int = { 1 }")
        == "@DependencyEndpoint(recorded: true) var a: () -> Int = { 1 }")
  }

  @Test("An answer of the app's types is recorded if all of them are values")
  func ownTypes() {
    let line = "var a: () -> [A] = { [] }"
    #expect(endpoint(line, with: "struct A { var b: B? }\nenum B { case c }") == Self.words + line)
    #expect(endpoint(line, with: "struct A { var b: B? }\nfinal class B {}") == line)
    #expect(endpoint(line, with: "struct A<T> { var b: T }") == line)
    #expect(endpoint(line, with: "typealias A = () -> Void") == line)
    let types = Trial("struct A {}\n@DependencyClient struct C { \(line) }").recorded.text
    #expect(types.hasPrefix("@Recordable struct A {}"))
  }

  private func reads(_ text: String) -> [String] { Trial(text).recorded.reads }

  private func property(_ type: String) -> String {
    "extension DependencyValues {\n  var a: \(type) { get { self[K.self] } set {} }\n}\n"
  }

  @Test("A dependency that is a function is recorded by the program")
  func functions() {
    #expect(
      reads(property("@Sendable (Int) -> URL")) == [
        """
        RecordedDependency("a", \\.a, reads: URL.self) { value, read in
          { a0 in read { value(a0) } }
        }
        """
      ])
    #expect(reads(property("@Sendable () -> Void")) == [])
    #expect(reads(property("@Sendable () async -> Int")) == [])
    #expect(reads(property("() -> Int")) == [])
    #expect(reads(property("Int")) == [])
    #expect(reads("extension DependencyValues { var a: @Sendable () -> Int { { 1 } } }") == [])
  }

  @Test("So are the functions of a structure that no macro makes a client")
  func clients() {
    let client = "struct C {\n  var b: @Sendable () -> Int\n  let c: @Sendable () -> Int\n}\n"
    #expect(
      reads(property("C") + client) == [
        """
        RecordedDependency("a.b", \\.a, reads: Int.self) { client, read in
          var copy = client
          let value = client.b
          copy.b = { read { value() } }
          return copy
        }
        """
      ])
    #expect(reads(property("C") + "@DependencyClient \(client)") == [])
    #expect(reads(property("C") + client + "enum E { struct C {} }") == [])
  }

  @Test("A recorder cannot read a dependency of the main actor")
  func isolation() {
    let trial = Trial(property("@Sendable () -> Int"))
    #expect(RecordedTypes(trial.sources).reads.count == 1)
    #expect(RecordedTypes(trial.sources, isolated: ["App"]).reads.isEmpty)
  }
}
