import XCTest

final class BirdsUITests: XCTestCase {
  @MainActor
  func testLaunch() {
    XCUIApplication().launch()
  }
}
