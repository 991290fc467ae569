import App
import ComposableArchitecture
import Foundation
import SessionTestSupport
import Testing

@Suite("Drawn actions of the app")
struct DrawnActionsTests {
  private func session(seed: UInt64, count: Int = 2000) throws -> DrawnSession<AppFeature> {
    try withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
      // Otherwise the sessions of one test would share the generator.
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try DrawnSession(
        of: AppFeature(), from: AppFeature.State(), count: count, seed: seed)
    }
  }

  @Test("Random actions address only existing rows, details and questions", arguments: 1...4)
  func possible(seed: UInt64) throws {
    let session = try session(seed: seed)
    #expect(session.actions.count == 2000)
    #expect(session.issues == [])
  }

  @Test("Every action that a user can send is drawn")
  func complete() throws {
    let session = try session(seed: 1, count: 6000)
    #expect(session.missingPaths == [])
    #expect(!session.paths.contains("favoritePrimes.path.push"))
  }

  @Test("A seed always draws the same actions")
  func deterministic() throws {
    let actions = try session(seed: 7, count: 500).actions
    #expect(try session(seed: 7, count: 500).actions == actions)
    #expect(try session(seed: 8, count: 500).actions != actions)
  }
}
