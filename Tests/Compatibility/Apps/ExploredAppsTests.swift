import Foundation
import SessionReplayTesting
import Testing

/// Explored sessions of whole apps.
///
/// `Tests/explored_faults.py` plants faults in the apps, and sets the number of seeds.
@MainActor
@Suite("Explored sessions of whole apps")
struct ExploredAppsTests {
  private nonisolated static let seeds =
    0..<(ProcessInfo.processInfo.environment["EXPLORED_SEEDS"].flatMap(UInt64.init) ?? 10)

  @Test("Explored sessions of SyncUps keep its invariants")
  func syncUps() async throws {
    try await explore(
      SyncUpsApp(), from: SyncUpsApp.State(), seeds: Self.seeds, actionsPerSession: 20)
  }

  @Test("Explored sessions of Todos keep its invariants")
  func todos() async throws {
    try await explore(Todos(), from: Todos.State(), seeds: Self.seeds)
  }
}
