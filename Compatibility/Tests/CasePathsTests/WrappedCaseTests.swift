import CasePaths
import IssueReporting
import Testing

@CasePathable
private enum Draft: Equatable {
  case text(String)
  case number(Int?)
  case done
}

@CasePathable
private enum Screen: Equatable {
  case add(Draft)
  case edit(Int)
}

private enum Color: String { case red, blue }

@Suite("Cases of wrapped values, and case paths without a case")
struct WrappedCaseTests {
  @Test("A case of a wrapped value is modified in place, however deep it is")
  func modify() {
    var screen: Screen? = .edit(1)
    screen.modify(\.edit) { $0 += 1 }
    #expect(screen == .edit(2))
    screen.modify(\.some.edit) { $0 += 1 }
    #expect(screen == .edit(3))
    screen = .add(.text("a"))
    screen.modify(\.add.text) { $0 += "b" }
    screen?.modify(\.add.text) { $0 += "c" }
    #expect(screen == .add(.text("abc")))
    screen = .add(.number(nil))
    screen.modify(\.add.number) { $0 = 7 }
    #expect(screen == .add(.number(7)))
  }

  @Test("Modifying a case that a value is not in fails the test, and changes nothing")
  func modifyAnotherCase() {
    for var screen in [Screen?.none, .edit(1), .add(.done)] {
      let old = screen
      withKnownIssue { screen.modify(\.add.text) { $0 += "b" } }
      #expect(screen == old)
    }
  }

  @Test("A wrapped value is in its case, and nil is in none")
  func isCase() {
    let screen: Screen? = .add(.number(nil))
    #expect(screen.is(\.add))
    #expect(screen.is(\.add.number))
    #expect(!screen.is(\.add.text))
    #expect(!screen.is(\.edit))
    #expect(screen.is(\.some))
    #expect(!Screen?.none.is(\.edit))
  }

  @available(*, deprecated)
  @Test("Case paths lead from constants, raw values, descriptions and functions")
  func paths() {
    let edit = AnyCasePath(Screen.edit)
    #expect(edit.extract(from: .edit(1)) == 1)
    let one: AnyCasePath<Int, Void> = .constant(1)
    #expect(one.embed(()) == 1)
    #expect(one.extract(from: 1) != nil)
    #expect(one.extract(from: 2) == nil)
    let never: AnyCasePath<Int, Never> = .never
    #expect(never.extract(from: 1) == nil)
    let color: AnyCasePath<String, Color> = .rawValue
    #expect(color.embed(.red) == "red")
    #expect(color.extract(from: "blue") == .blue)
    #expect(color.extract(from: "green") == nil)
    let number: AnyCasePath<String, Int> = .description
    #expect(number.embed(7) == "7")
    #expect(number.extract(from: "7") == 7)
    #expect(number.extract(from: "x") == nil)
  }
}
