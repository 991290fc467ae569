import ComposableArchitecture
import Testing
import XCTest

/// A screen that presents one of several screens. Tests change them case by case.
private enum Screen: Equatable {
  case edit(Draft)
  case rename(String)
  case help
}

@CasePathable
private enum Panel: Equatable {
  case edit(Draft)
  case rename(String)
}

private struct Draft: Equatable { var title = "" }

struct CaseAssertionTests {
  private struct Refused: Error {}

  @available(*, deprecated)
  @Test("XCTModify changes the value of a case in place")
  func modify() {
    var screen = Screen.edit(Draft())
    XCTModify(&screen, case: /Screen.edit) { $0.title = "a" }
    #expect(screen == .edit(Draft(title: "a")))
    var optional: Screen? = .rename("a")
    XCTModify(&optional, case: /Screen.rename) { $0 += "b" }
    XCTModify(&optional) { screen in
      XCTModify(&screen, case: /Screen.rename) { $0 += "c" }
    }
    #expect(optional == .rename("abc"))
    var panel = Panel.edit(Draft())
    XCTModify(&panel, case: \.edit) { $0.title = "a" }
    #expect(panel == .edit(Draft(title: "a")))
    var optionalPanel: Panel? = .rename("a")
    XCTModify(&optionalPanel, case: \.some.rename) { $0 += "b" }
    #expect(optionalPanel == .rename("ab"))
  }

  @available(*, deprecated)
  @MainActor
  @Test("XCTModify without a change is a failure only in an exhaustive assertion")
  func modifyWithoutChange() async {
    let store = TestStore(initialState: Screen?.some(.rename("a"))) {
      Reduce<Screen?, Int> { state, number in
        if number > 0 { state = .rename("a\(number)") }
        return .none
      }
    }
    await withKnownIssue {
      await store.send(1) { XCTModify(&$0, case: /Screen.rename) { _ in } }
    }
    store.exhaustivity = .off
    await store.send(0) { XCTModify(&$0, case: /Screen.rename) { _ in } }
    await store.send(2) { XCTModify(&$0, case: /Screen.rename) { $0 = "a2" } }
    expectIssue("XCTModify: Expected \"String\" value to be modified but it was unchanged.") {
      var screen = Screen.rename("a")
      XCTModify(&screen, case: /Screen.rename) { _ in }
    }
  }

  @available(*, deprecated)
  @Test("A reflected case path tells cases apart that differ in their labels")
  func labels() {
    enum Shape: Equatable {
      case box(width: Int)
      case box(height: Int)
      case box(width: Int, depth: Int)
    }
    let width: AnyCasePath<Shape, Int> = /Shape.box(width:)
    let height: AnyCasePath<Shape, Int> = /Shape.box(height:)
    #expect(width.extract(from: .box(width: 1)) == 1)
    #expect(width.extract(from: .box(height: 1)) == nil)
    #expect(height.extract(from: .box(height: 1)) == 1)
    #expect(height.extract(from: .box(width: 1)) == nil)
    #expect(width.extract(from: .box(width: 1, depth: 2)) == nil)
  }

  @available(*, deprecated)
  @Test("XCTModify fails for a different case, and changes nothing")
  func modifyAnotherCase() {
    var screen: Screen? = .help
    expectIssue(otherCase("XCTModify", "Draft", in: "Screen?", note: " - The draft")) {
      XCTModify(&screen, case: /Screen.edit, "The draft") { $0.title = "a" }
    }
    #expect(screen == .help)
    var panel = Panel.rename("a")
    expectIssue(otherCase("XCTModify", "Draft", in: "Panel") + "Panel.rename(") {
      XCTModify(&panel, case: \.edit) { $0.title = "a" }
    }
    #expect(panel == .rename("a"))
    var none: Screen?
    expectIssue("  Actual:\n    nil") {
      XCTModify(&none) { $0 = .help }
    }
    #expect(none == nil)
  }

  @Test("XCTModify fails if the value is unchanged")
  func modifyChangesNothing() {
    var panel = Panel.rename("a")
    expectIssue("unchanged - The name.") {
      XCTModify(&panel, case: \.rename, "The name") { $0 = "a" }
    }
    var count: Int? = 1
    expectIssue("Expected \"Int\" value to be modified but it was unchanged.") {
      XCTModify(&count) { _ in }
    }
    #expect(panel == .rename("a"))
  }

  @Test("XCTModify fails if its closure throws, and changes nothing")
  func modifyThrows() {
    var panel = Panel.rename("a")
    expectIssue("Threw error: Refused()") {
      XCTModify(&panel, case: \.rename) {
        $0 = "b"
        throw Refused()
      }
    }
    #expect(panel == .rename("a"))
  }

  @available(*, deprecated)
  @Test("XCTUnwrap returns the value of a case, or fails and throws for a different case")
  func unwrap() throws {
    let path = /Screen.rename
    #expect(try XCTUnwrap(Screen.rename("a"), case: path) == "a")
    #expect(try XCTUnwrap(Panel.rename("b"), case: \.rename) == "b")
    #expect(try XCTUnwrap("c") == "c")
    expectIssue(otherCase("XCTUnwrap", "String", in: "Screen", note: " - The name")) {
      #expect(throws: (any Error).self) {
        try XCTUnwrap(Screen.help, case: path, "The name")
      }
    }
    expectIssue(otherCase("XCTUnwrap", "String", in: "Panel") + "Panel.edit(") {
      #expect(throws: (any Error).self) {
        try XCTUnwrap(Panel.edit(Draft()), case: \.rename)
      }
    }
  }

  @available(*, deprecated)
  @Test("XCTUnwrap returns a reference to the value of an optional reference, or fails and throws")
  func unwrapReference() throws {
    @Shared(value: [1: "a"]) var names: [Int: String]
    let name: Shared<String> = try XCTUnwrap($names[1])
    name.withLock { $0 = "b" }
    #expect(names == [1: "b"])
    #expect(try XCTUnwrap(Shared($names[1])).wrappedValue == "b")
    expectIssue(otherCase("XCTUnwrap", "String", in: "String?", note: " - The name") + "nil") {
      #expect(throws: (any Error).self) { try XCTUnwrap($names[2], "The name") }
    }
  }

  /// Returns the description of an issue up to the dump of the actual value.
  private func otherCase(
    _ function: String, _ type: String, in root: String, note: String = ""
  ) -> String {
    "\(function): Expected to extract value of type \"\(type)\" from \"\(root)\"\(note) …"
      + "\n\n  Actual:\n    "
  }

  /// Expects an issue whose description contains a string.
  private func expectIssue(_ part: String, _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: { issue in
      issue.description.contains(part)
    }
  }
}
