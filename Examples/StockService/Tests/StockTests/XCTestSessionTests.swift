import SessionReplayTesting
import Stock
import XCTest

/// Replays the recorded sessions with XCTest, one test case per log.
final class XCTestSessionTests: SessionReplayTestCase {
  override class var sessions: [Session] { Sessions.in("Sessions") }

  func testReplay() async throws {
    try await expectReplay(of: session, by: Stock())
  }
}
