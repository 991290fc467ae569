import SessionReplayTesting
import Stock
import XCTest

/// The same with XCTest, for a team that has not moved: a case a log.
final class XCTestSessionTests: SessionReplayTestCase {
  override class var sessions: [Session] { Sessions.in("Sessions") }

  func testReplay() async throws {
    try await expectReplay(of: session, by: Stock())
  }
}
