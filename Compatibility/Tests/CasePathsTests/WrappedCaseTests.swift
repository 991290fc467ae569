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

  @Test("A value has the key path of its case")
  func caseOfValue() {
    #expect(Note.number(1).case == \.number)
    #expect(Note.done.case == \.done)
    #expect(Note.done.case != \.text)
    #expect(Popup.add(.done).case == \.add)
  }

  @Test("A case key path to an optional payload also leads to the wrapped payload")
  func optionalPayload() {
    let optional: CaseKeyPath<Note, Int?> = \.number
    let wrapped: CaseKeyPath<Note, Int> = \.number
    #expect(wrapped(7) == .number(7))
    #expect(optional(nil) == .number(nil))
    #expect(Note.number(7)[case: wrapped] == .some(7))
    #expect(Note.number(nil)[case: wrapped] == nil)
    #expect(Note.number(nil)[case: optional] == .some(nil))
    #expect(wrapped != optional)
    let inferred = \Note.Cases.number
    #expect(inferred == optional)
  }

  @available(*, deprecated)
  @Test("Case paths lead from constants, raw values, descriptions and functions")
  func paths() {
    let edit = AnyCasePath(Popup.edit)
    #expect(edit.extract(from: .edit(1)) == 1)
    let done = AnyCasePath(Note.done)
    #expect(done.embed(()) == .done)
    #expect(done.extract(from: .done) != nil)
    #expect(done.extract(from: .text("a")) == nil)
    let whole = AnyCasePath(Note.self)
    #expect(whole.extract(from: .done) == .done)
    #expect((/.self).extract(from: Note.done) == .done)
    let one = AnyCasePath<Void, Int>.constant(1)
    #expect(one.extract(from: ()) == 1)
    #expect(one.embed(2) == ())
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
