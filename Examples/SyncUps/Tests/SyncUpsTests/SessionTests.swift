import ComposableArchitecture
import SessionReplayTesting
import SyncUpsFeatures
import Testing

@Suite("Sessions of the sync-ups")
struct SessionTests {
  @Test(
    "Recorded sessions and their effects replay as recorded",
    arguments: Sessions.in("../../Sessions"))
  func replays(_ session: Session) async throws {
    try await expectReplay(
      of: session, by: AppFeature(), app: "SyncUps", verifying: .effects)
  }

  @Test("Explored sessions keep the invariants")
  @MainActor
  func explored() async throws {
    try await explore(AppFeature(), from: AppFeature.State([.metPlanning]), seeds: 0..<100)
  }
}
