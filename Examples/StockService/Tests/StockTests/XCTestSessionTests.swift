import SessionReplayTesting
import Stock
import XCTest

/// The same as a test of XCTest, for a team that has not moved.
final class XCTestSessionTests: XCTestCase {
  func testSessions() async throws {
    for session in Sessions.in("Sessions") {
      try await expectReplay(of: session, by: Stock())
    }
  }
}
