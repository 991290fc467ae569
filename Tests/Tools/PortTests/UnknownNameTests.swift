import Port
import Testing

@Suite("Names that Linux lacks")
struct UnknownNameTests {
  @Test("Declarations that mention a name go, and those that mention a type that is gone")
  func spreading() {
    var trial = Trial(
      """
      final class A { let bad = Bad.shared }
      func b(_ a: A) {}
      func c() -> Int { Bad.number }
      let d = 1
      """)
    trial.addUnknown("Bad")
    #expect(trial.text() == "\n\nfunc c() -> Int { leftOut()  }\nlet d = 1")
  }

  @Test(
    "The name of a type within a type that is gone means a different type elsewhere",
    arguments: [
      "let a = ButtonState(action: 1) { b }", "func a(_ b: ButtonState<Int>) {}",
      "struct A { var b: [ButtonState<Int>] }", "extension ButtonState { func a() {} }",
    ])
  func nestedTypes(line: String) {
    let view = "struct V: View { enum ButtonState { case a }\nlet b: ButtonState }"
    var trial = Trial("\(view)\n\(line)")
    trial.addUnknown("Bad")
    #expect(trial.text() == "\n\n\(line)")
    var gone = Trial("\(view)\nfunc c(_ d: V.ButtonState) {}")
    gone.addUnknown("Bad")
    #expect(gone.text() == "\n\n")
  }

  @Test(
    "A parameter with the name of a type that is gone remains, also in extensions",
    arguments: [
      "enum Route<Screen> { case push(Screen) }\nextension Route { var a: Screen? { nil } }",
      "protocol P { associatedtype Screen\n  var a: Screen { get } }",
      "protocol P { associatedtype Screen }\nextension P { func a(_ b: Screen) -> Screen { b } }",
      "func a<Screen>(_ b: Screen) -> [Screen] { [b] }",
      "struct A { init<Screen>(_ a: Screen) {}\n  subscript<Screen>(a: Screen) -> Screen { a } }",
      "class A<Screen>: B { let a: Screen\n  init(_ a: Screen) { self.a = a } }",
      "struct A { typealias Screen = Int\n  let a: Screen }",
      "typealias Routes<Screen> = [Screen]",
    ])
  func parameters(declarations: String) {
    var trial = Trial(declarations, other: "struct Screen { let a = Bad.shared }")
    trial.addUnknown("Bad")
    #expect(trial.text(1) == "")
    #expect(trial.text() == declarations)
  }

  @Test("The type of a stored value gets a class in its place, and the value stays")
  func opaqueTypes() {
    let text = "struct State { var a: Bad?\n  var b: [Bad] = [] }\nenum Action { case a(Worse) }"
    var trial = Trial(text)
    trial.addUnknown("Bad", "Worse")
    #expect(trial.text() == text)
    #expect(trial.sources.opaque == ["Bad", "Worse"])
  }

  @Test("An object that stores a value of an unknown type goes whole, unless it is observed")
  func objects() {
    var trial = Trial("final class A { let a: Bad }\n@Observable final class B { let b: Worse }")
    trial.addUnknown("Bad", "Worse")
    #expect(trial.text() == "\n@Observable final class B { let b: Worse }")
  }

  @Test("A name that an enclosing type declares is not foreign, and neither is a parameter")
  func ownNames() {
    let trial = Trial(
      """
      enum Action { enum View {}; case view(View) }
      extension Action { func a(_ view: View) {} }
      extension Array where Element == Int { func b(_ c: Element) {} }
      extension AnyReducer { func a(_ environment: Environment) {} }
      func d<T>(_ e: T) -> Foreign { f() }
      struct G: View {}
      """)
    #expect(trial.sources.foreignNames.contains("Foreign"))
    let own = ["Element", "Environment", "T", "Action"]
    #expect(!trial.sources.foreignNames.contains(where: own.contains))
  }

  @Test("Names in conditions, attributes and inactive clauses are not asked for")
  func conditions() {
    let trial = Trial(
      """
      #if FLAG
        let a: Inactive
      #endif
      @Attribute struct B {}
      let c = Active.d
      """)
    #expect(trial.sources.foreignNames == ["Active"])
  }
}
