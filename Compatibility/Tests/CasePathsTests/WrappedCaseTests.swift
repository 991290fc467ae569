import CasePaths
import IssueReporting
import Testing

@CasePathable
private enum Note: Equatable {
  case text(String)
  case number(Int?)
  case done
}

@CasePathable
private enum Popup: Equatable {
  case add(Note)
  case edit(Int)
}

private enum Tint: String { case red, blue }

@Suite("Cases of wrapped values, and case paths without a case")
struct WrappedCaseTests {
  @Test("A case of a wrapped value is modified in place, however deep it is")
  func modify() {
    var popup: Popup? = .edit(1)
    popup.modify(\.edit) { $0 += 1 }
    #expect(popup == .edit(2))
    popup.modify(\.some.edit) { $0 += 1 }
    #expect(popup == .edit(3))
    popup = .add(.text("a"))
    popup.modify(\.add.text) { $0 += "b" }
    popup?.modify(\.add.text) { $0 += "c" }
    #expect(popup == .add(.text("abc")))
    popup = .add(.number(nil))
    popup.modify(\.add.number) { $0 = 7 }
    #expect(popup == .add(.number(7)))
  }

  @Test("Modifying a case that a value is not in fails the test, and changes nothing")
  func modifyAnotherCase() {
    for var popup in [Popup?.none, .edit(1), .add(.done)] {
      let old = popup
      withKnownIssue { popup.modify(\.add.text) { $0 += "b" } }
      #expect(popup == old)
    }
  }

  @Test("A wrapped value is in its case, and nil is in none")
  func isCase() {
    let popup: Popup? = .add(.number(nil))
    #expect(popup.is(\.add))
    #expect(popup.is(\.add.number))
    #expect(!popup.is(\.add.text))
    #expect(!popup.is(\.edit))
    #expect(popup.is(\.some))
    let missing: Popup? = nil
    #expect(!missing.is(\.edit))
    #expect(!missing.is(\.some))
  }

  @available(*, deprecated)
  @Test("Case paths lead from constants, raw values, descriptions and functions")
  func paths() {
    let edit = AnyCasePath(Popup.edit)
    #expect(edit.extract(from: .edit(1)) == 1)
    let one: AnyCasePath<Int, Void> = .constant(1)
    #expect(one.embed(()) == 1)
    #expect(one.extract(from: 1) != nil)
    #expect(one.extract(from: 2) == nil)
    let never: AnyCasePath<Int, Never> = .never
    #expect(never.extract(from: 1) == nil)
    let color: AnyCasePath<String, Tint> = .rawValue
    #expect(color.embed(.red) == "red")
    #expect(color.extract(from: "blue") == .blue)
    #expect(color.extract(from: "green") == nil)
    let number: AnyCasePath<String, Int> = .description
    #expect(number.embed(7) == "7")
    #expect(number.extract(from: "7") == 7)
    #expect(number.extract(from: "x") == nil)
  }
}
