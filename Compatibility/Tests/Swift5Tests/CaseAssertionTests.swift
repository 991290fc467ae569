import CasePaths
import XCTest

/// Tests that the module of case paths contains the case assertions, and that these fail XCTest
/// tests.
final class CaseAssertionTests: XCTestCase {
  private enum Screen: Equatable {
    case edit(String)
    case help
  }

  func testModifyChangesACaseInPlace() throws {
    var screen: Screen? = .edit("a")
    XCTModify(&screen, case: /Screen.edit) { $0 += "b" }
    XCTAssertEqual(try XCTUnwrap(screen, case: /Screen.edit), "ab")
    guard case /Screen.edit = screen else { return XCTFail("the case is the same") }
    XCTAssertEqual([screen].compactMap(/Screen.edit), ["ab"])
  }

  func testModifyFailsForAnotherCase() {
    var screen = Screen.help
    withExpectedIssue { XCTModify(&screen, case: /Screen.edit) { $0 += "b" } }
    withExpectedIssue { XCTAssertThrowsError(try XCTUnwrap(screen, case: /Screen.edit)) }
    XCTAssertEqual(screen, .help)
  }
}
