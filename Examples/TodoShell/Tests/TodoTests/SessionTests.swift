import SessionReplayTesting
import Testing
import Todo

@Suite("Recorded sessions of the to-do list")
struct SessionTests {
  @Test("Sessions replay as recorded", arguments: Sessions.in("../../Sessions"))
  func replays(_ session: Session) async throws {
    try await expectReplay(of: session, by: TodosFeature(), app: "Todos")
  }
}
