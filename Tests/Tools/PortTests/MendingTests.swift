import Port
import Testing

@Suite("Parts that are left out because of errors")
struct MendingTests {
  /// Returns the text after an error at some words.
  private func mended(_ text: String, at words: String, _ message: String = "wrong") -> String {
    var trial = Trial(text)
    return trial.mend(words, message) ? trial.text() : "unchanged"
  }

  @Test("The statements of a function go, and its signature stays")
  func bodies() {
    #expect(mended("func a() -> Int { bad }", at: "bad") == "func a() -> Int { leftOut() }")
    #expect(mended("func a() throws { bad }", at: "bad") == "func a() throws { throw LeftOut() }")
    #expect(mended("var a: Int { bad }", at: "bad") == "var a: Int { leftOut() }")
    #expect(mended("var a: Int { get { bad } }", at: "bad") == "var a: Int { get { leftOut() } }")
    #expect(
      mended("struct A { init() { bad } }", at: "bad")
        == "struct A { init() { fatalError(\"left out\") } }")
  }

  @Test("A declaration with a wrong header goes whole")
  func headers() {
    #expect(mended("func a(_ b: Bad) {}\nlet c = 1", at: "Bad") == "\nlet c = 1")
    #expect(mended("extension Bad { var a: Int { 1 } }", at: "Bad") == "")
    #expect(mended("let a = bad\nlet b = 1", at: "bad") == "\nlet b = 1")
  }

  @Test(
    "A statement of a main file goes whole, also in a clause of a condition",
    arguments: [
      "Bad.main()", "if a { b() } else { Bad.main() }", "for a in b { Bad(a) }",
      "try await Bad.main()", "a = b { Bad() }",
    ])
  func statements(statement: String) {
    #expect(mended("let c = 1\n\(statement)", at: "Bad") == "let c = 1\n")
    #expect(
      mended("#if DEBUG\n\(statement)\n#endif\nlet c = 1", at: "Bad")
        == "#if DEBUG\n\n#endif\nlet c = 1")
  }

  @Test("A static value keeps its type, if it says one")
  func values() {
    #expect(
      mended("extension A { static let a: Int = bad }", at: "bad")
        == "extension A { static var a: Int { leftOut() } }")
    #expect(
      mended("extension A { static let a = B(bad) }", at: "bad")
        == "extension A { static var a: B { leftOut() } }")
    #expect(mended("enum A {\n  static let a = bad\n}", at: "bad") == "enum A {\n\n}")
  }

  @Test("A body without its statements that does not compile goes with its declaration")
  func wholeDeclarations() {
    var trial = Trial("func a() -> some P { bad }\nlet b = 1")
    trial.mend("bad", "wrong")
    #expect(trial.text() == "func a() -> some P { leftOut() }\nlet b = 1")
    trial.mend("leftOut", "wrong")
    #expect(trial.text() == "\nlet b = 1")
  }

  @Test("A live value gives way to the value for previews or for tests")
  func liveValues() {
    let client = "extension C: DependencyKey {\n  static let liveValue = C { bad }\n"
    #expect(
      mended(client + "  static let testValue = C {}\n}", at: "bad")
        == client.replacing("let liveValue = C { bad }", with: "var liveValue: C { testValue }")
        + "  static let testValue = C {}\n}")
    #expect(
      mended("@DependencyClient struct C {}\n\(client)}", at: "bad").contains(
        "static var liveValue: C { Self() }")
        || mended("@DependencyClient struct C {}\n\(client)}", at: "bad").contains("Self()"))
  }

  @Test(
    "The value that takes the place of a live one may be in a different file",
    arguments: [
      ("extension C: TestDependencyKey { static let previewValue = C {} }", "", "previewValue"),
      ("extension C: TestDependencyKey { static let testValue = C {} }", "", "testValue"),
      (
        "extension C { static var testValue: C { C {} }\n  static let previewValue = C {} }", "",
        "previewValue"
      ),
      ("", "extension C { public static let previewValue = C {} }", "previewValue"),
      ("", "public extension C { static let previewValue = C {} }", "previewValue"),
      ("", "extension C { static let previewValue = C {} }", "Self()"),
      ("extension C { private static let previewValue = C {} }", "", "Self()"),
      ("extension D { static let previewValue = D {} }", "", "Self()"),
      ("extension C { static let previewValue = C {} }\nenum E { struct C {} }", "", "Self()"),
      ("", "", "Self()"),
    ])
  func liveValuesElsewhere(_ beside: String, _ other: String, _ value: String) {
    var trial = Trial(
      "@DependencyClient struct C {}\nextension C { static var liveValue: C { bad } }",
      beside: beside, other: other)
    trial.mend("bad", "wrong")
    #expect(trial.text().hasSuffix("static var liveValue: C { \(value) } }"))
  }

  @Test("A conformance goes alone, with its comma")
  func conformances() {
    #expect(mended("struct A: Bad { var a = 1 }", at: "Bad") == "struct A      { var a = 1 }")
    #expect(mended("struct A: Bad, B {}", at: "Bad") == "struct A:      B {}")
    #expect(mended("struct A: B, Bad {}", at: "Bad") == "struct A: B      {}")
    #expect(mended("class A: Bad {}", at: "Bad") == "")
  }

  @Test(
    "A value that is a reducer goes whole, except the work of an effect",
    arguments: [
      "let a = Reducer<S, A, E> { bad }", "let a: Reducer<S, A, E> = .combine(bad)",
      "let a = Reducer<S, A, E>\n  .combine(b, bad)", "let a = AnyReducer<S, A, E> { bad }.debug()",
      "extension F { static let a: AnyReducer<S, A, E> = .init { bad } }",
    ])
  func reducerValues(_ text: String) {
    let isMember = text.hasPrefix("extension")
    #expect(mended(text, at: "bad").filter { !$0.isWhitespace } == (isMember ? "extensionF{}" : ""))
    let effect = text.replacing("bad", with: ".run { bad }")
    #expect(mended(effect, at: "bad") == effect.replacing("bad", with: "leftOut()"))
  }

  @Test("The body of a reducer is never left out: the reducer goes with a reason")
  func reducers() {
    let text = """
      @Reducer struct A {
        struct State { var a = 1 }
        var body: some Reducer { Reduce { bad } }
      }
      let b = 1
      """
    #expect(mended(text, at: "bad") == "\n\n\n\nlet b = 1")
    #expect(mended(text, at: "a = 1") == "\n\n\n\nlet b = 1")
  }

  @Test("The work of an effect goes alone, and fails the test that runs it")
  func effects() {
    let text = "@Reducer struct A { var body: some Reducer { Reduce { .run { _ in bad } } } }"
    #expect(mended(text, at: "bad") == text.replacing("bad", with: "leftOut()"))
  }

  @Test("A test that does not compile goes whole")
  func tests() {
    var trial = Trial("", tests: "struct T {\n  @Test func a() { bad }\n  @Test func b() {}\n}")
    trial.mend("bad", "wrong", in: 1)
    #expect(trial.text(1) == "struct T {\n\n  @Test func b() {}\n}")
    #expect(trial.kinds == [.test])
  }

  @Test("A default value of a parameter goes alone")
  func defaultValues() {
    #expect(mended("func a(b: Int = bad) {}", at: "bad") == "func a(b: Int = leftOut()) {}")
  }

  @Test("Several errors in a body leave out the body once")
  func severalErrors() {
    let trial = Trial("func a() { bad; worse }")
    #expect(trial.mending("bad", "worse") == "func a() { leftOut()  }")
  }

  @Test("Errors of unknown names come before the errors that follow from them")
  func order() {
    var trial = Trial("func a() { Bad() }\nfunc b(_ c: Bad) {}\nfunc d() { b(1) }")
    trial.mend("Bad()", "cannot find 'Bad' in scope")
    #expect(trial.text() == "func a() { leftOut() }\n\nfunc d() { b(1) }")
  }
}
