import ComposableArchitecture
import EffectReplay
import Foundation
import SessionRecording
import SessionReplay
import TestSupport
import Testing

@MainActor
@Suite("Reports on effects")
struct EffectReportTests {
  private func report(_ change: Change? = nil) async throws -> ReplayReport {
    let session = try LibrarySession()
    await session.send(.cover("a"))
    await session.send(.find(3))
    await session.open("cover a", "find 3")
    try session.finish()
    var (report, effects) = await session.replay { Library(change: change) }
    report.add(effects)
    await session.end()
    return report
  }

  @Test("A report lists the effects that were not verified")
  func unverified() async throws {
    let report = try await report()
    #expect(report.verdict.kind == .match)
    #expect(report.effects?.verified == 1)
    #expect(
      report.effects?.unverified == [
        "effect 1 of step 1: calls of 'LibraryClient.cover' are not in the log"
      ])
  }

  @Test("The divergence of an effect is that of the log")
  func divergence() async throws {
    let report = try await report(.otherArgument)
    #expect(report.verdict.name == "call diverged")
    #expect(report.verdict.divergence?.step == 2)
    #expect(report.verdict.divergence?.action == "find(3)")
  }

  @Test("A store with a recorder of level 'effects' records the calls of the clients it declares")
  func recorder() async throws {
    let folder = try TemporaryFolder()
    var options = SessionRecordingOptions()
    options.level = .effects
    let recorder = SessionRecorderOf<Library>(
      app: AppIdentity(name: "Library", version: "1", build: "test"),
      folder: URL(fileURLWithPath: folder.path), options: options
    ) { Issue.record("\($0)") }
    let store = Store(initialState: Library.State(), recorder: recorder) {
      Library()
    } withDependencies: {
      $0.library.find = { $0 + 1 }
    }
    await store.send(.find(1)).finish()
    await store.send(.inTurn(1, 2)).finish()
    let log = try #require(recorder.stop())
    let replayer = SessionReplayer(LibrarySession.app { Library() })
    let effects = await EffectReplayer(replayer).replay(path: log.path)
    #expect(effects.divergence?.description == nil)
    #expect(effects.verifiedCount == 3)
  }
}
