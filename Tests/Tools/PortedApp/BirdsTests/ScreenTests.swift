import XCTest

@testable import Birds

/// Tests that XCTest on Linux casts to functions outside of the main actor.
@MainActor
final class ScreenTests: XCTestCase {
  func testGarden() throws {
    MainActor.assertIsolated()
    XCTAssertTrue(SightingsFeature.State().isGarden)
  }
}

@MainActor
final class MixedScreenTests: XCTestCase {
  func testGarden() {
    MainActor.assertIsolated()
    XCTAssertTrue(SightingsFeature.State().isGarden)
  }

  func testGardenLater() async {
    await Task.yield()
    MainActor.assertIsolated()
    XCTAssertTrue(SightingsFeature.State().isGarden)
  }

  nonisolated func testAnywhere() {
    XCTAssertEqual(["Owl"].count, 1)
  }
}
