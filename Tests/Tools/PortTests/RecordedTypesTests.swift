import Port
import Testing

@Suite("Types that become recordable")
struct RecordedTypesTests {
  private func lines(_ text: String) -> [Substring] {
    Trial(text).recorded.text.split(separator: "\n")
  }

  @Test(
    "A feature that a state or an action names as a namespace stays as it is",
    arguments: [
      "struct B: Reducer", "struct B: ReducerProtocol", "struct B: ReducerOf<A>, Reducer",
      "public struct B: ComposableArchitecture.Reducer", "@Reducer struct B",
    ])
  func features(_ words: String) {
    let text = """
      struct A: Reducer {
      struct State { var b = B.State(); var c: B.State? }
      enum Action { case b(B.Action) }
      }
      \(words) {
      @Dependency(\\.c) var c
      var d: D
      }
      struct D {}
      """
    let recorded = lines(text)
    #expect(recorded[1].hasPrefix("@Recordable struct State"))
    #expect(recorded[2].hasPrefix("@Recordable enum Action"))
    #expect(!recorded[4].hasPrefix("@Recordable"))
    #expect(recorded[8] == "struct D {}")
  }

  @Test("A state whose type is a structure with the name of a feature's part is recordable")
  func structures() {
    let recorded = lines("struct A: Reducer {\nstruct State { var b: B }\n}\nstruct B {}")
    #expect(recorded[3] == "@Recordable struct B {}")
  }

  @Test(
    "A type that only contains the type of a value stays as it is",
    arguments: ["B.C", "[B.C]", "B.C?", "Optional<B.C>", "[String: B.C]", "D<B.C>", "App.B.C"])
  func owners(_ type: String) {
    let text = "struct A: Reducer {\nstruct State { var b: \(type) }\n}\nstruct B {\nenum C {}\n}"
    let recorded = lines(text)
    #expect(recorded[3] == "struct B {")
    #expect(recorded[4] == "@Recordable enum C {}")
  }

  @Test(
    "An attribute that makes a case unavailable on other systems goes",
    arguments: [
      ("@available(tvOS, unavailable) case a", "case a"),
      ("@available(macOS, unavailable) @available(iOS, unavailable) case a(Int)", "case a(Int)"),
      ("@available(*, unavailable) case a", "@available(*, unavailable) case a"),
      ("@available(iOS 16, *) case a", "@available(iOS 16, *) case a"),
    ])
  func unavailable(line: String, expected: String) {
    let recorded = lines("struct A: Reducer {\nenum Action {\n\(line)\n}\n}")
    #expect(recorded[2].drop { $0 == " " } == expected)
  }

  @Test(
    "A codable type with a property that cannot be recorded is recorded as JSON",
    arguments: [
      ("struct B: Codable {", "struct B: Codable, CodableRecordable {"),
      (
        "struct B: Equatable, Encodable, Decodable {",
        "struct B: Equatable, Encodable, Decodable, CodableRecordable {"
      ),
      (
        "struct B<T>: Codable where T: Codable {",
        "struct B<T>: Codable, CodableRecordable where T: Codable {"
      ),
      ("enum B: String, Codable {", "enum B: String, Codable, CodableRecordable {"),
    ])
  func json(line: String, expected: String) {
    let text =
      "struct A: Reducer { struct State { var b: B } }\n\(line)\nvar c: NSRegularExpression\n}"
    var types = RecordedTypes(Trial(text).sources)
    #expect(types.text(of: "/app/App.swift").split(separator: "\n")[1] == "@Recordable \(line)")
    #expect(types.addAsJSON(around: 3, of: "/app/App.swift") == "B")
    #expect(types.text(of: "/app/App.swift").split(separator: "\n")[1] == expected)
    #expect(types.addAsJSON(around: 3, of: "/app/App.swift") == nil)
  }

  @Test("A type that is not codable is not recorded as JSON")
  func notCodable() {
    let text = "struct A: Reducer { struct State { var b: B } }\nstruct B {\nvar c: Timer\n}"
    var types = RecordedTypes(Trial(text).sources)
    #expect(types.addAsJSON(around: 3, of: "/app/App.swift") == nil)
  }

  @Test(
    "Classes of Foundation cannot be recorded",
    arguments: ["NSRegularExpression", "DateFormatter", "URLSession", "Timer"])
  func classes(_ name: String) {
    #expect(RecordedTypes.isClass(name))
  }

  @Test("Values of Foundation can", arguments: ["Date", "Locale", "Notification", "URLRequest"])
  func values(_ name: String) {
    #expect(!RecordedTypes.isClass(name))
  }

  @Test("An app without reducers has no root feature, whatever its states are")
  func noReducer() {
    #expect(throws: PortError.noReducer) { try Trial("struct A {}").root() }
    #expect(throws: PortError.noReducer) { try Trial("struct A {}").root("A") }
  }
}
