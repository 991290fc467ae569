import SessionReplayTesting
import Stock
import Testing

@Test(arguments: Sessions.in("Sessions"))
func replays(_ session: Session) async throws {
  try await expectReplay(of: session, by: Stock())
}
