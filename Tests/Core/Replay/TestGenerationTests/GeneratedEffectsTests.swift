import ComposableArchitecture
import Foundation
import DependencyInjection
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestGeneration
import TestSupport
import Testing

@MainActor
@Suite("Effects in a generated test")
struct GeneratedEffectsTests {
  @Test("An action that an effect sent after its cancellation is stated")
  func afterCancellation() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let app = ReplayedApp(identity: Session.identity) { LateFinder().assemble() }
    let dependencies = withDependencies {
      // The stream ends when the task that reads it is canceled.
      $0[LateClient.self].find = { _ in
        for await number in AsyncStream<Int>.never { return number }
        return 7
      }
    } operation: {
      DependencyValues.current
    }
    try await record(
      app, LateFinder.State(), at: path,
      options: {
        $0.level = .effects
        $0.endpoints = .declared(by: { LateFinder().assemble() })
      }, reducer: { LateFinder() }, dependencies: dependencies, milliseconds: { 0 }
    ) { store in
      let task = store.send(.find)
      store.send(.stop)
      await task.finish()
    }
    let source = try SessionReplayer(app).generatedTest(
      of: URL(fileURLWithPath: path), named: "late",
      source: TestSource(
        imports: [], feature: "LateFinder()", initialState: "LateFinder.State()", screen: ""),
      initialState: { LateFinder.State() })
    #expect(
      source.contains(
        """
            store.effect(1).sendsAfterCancellation()
            store.effect(1).isCanceled()
        """), "\(source)")
  }
}
