import ComposableArchitecture
import EffectReplay
import Foundation
import SessionRecording
import SessionReplay
import Testing
import TestSupport

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
    #expect(report.effects?.verifiedCount == 1)
    #expect(
      report.effects?.unverified.map(\.description) == [
        "effect 1 of step 1: calls of 'LibraryClient.cover' are not in the log"
      ])
  }

  @Test("The divergence of an effect is that of the log")
  func divergence() async throws {
    let report = try await report(.otherArgument)
    #expect(report.verdict.name == "call diverged")
    #expect(report.verdict.divergence?.step == 2)
    #expect(report.verdict.divergence?.action == "find(3)")
    #expect(report.effects?.divergence == nil)
  }

  /// Records a store with a recorder that finds the endpoints itself.
  private func effects(
    in folder: TemporaryFolder, find: @escaping @Sendable (Int) async -> Int,
    _ perform: (StoreOf<Library>, SessionRecorderOf<Library>) async -> Void
  ) async throws -> EffectReport {
    var options = SessionRecordingOptions()
    options.level = .effects
    let recorder = SessionRecorderOf<Library>(
      app: AppIdentity(name: "Library", version: "1", build: "test"),
      folder: URL(fileURLWithPath: folder.path), options: options
    ) { Issue.record("\($0)") }
    let store = Store(initialState: Library.State(), recorder: recorder) {
      Library()
    } withDependencies: {
      $0.library.find = find
    }
    await perform(store, recorder)
    let log = try #require(recorder.stop())
    let replayer = SessionReplayer(LibrarySession.app { Library() })
    #expect(replayer.replay(path: log.path).verdict.kind == .match)
    return await EffectReplayer(replayer).replay(path: log.path)
  }

  @Test("A store with a recorder of level 'effects' records the calls of the clients it declares")
  func recorder() async throws {
    let effects = try await effects(in: TemporaryFolder(), find: { $0 + 1 }) { store, _ in
      await store.send(.find(1)).finish()
      await store.send(.inTurn(1, 2)).finish()
    }
    #expect(effects.divergence?.description == nil)
    #expect(effects.verifiedCount == 3)
  }

  @Test("A log that starts while an effect is running ignores that effect")
  func laterLog() async throws {
    let gate = Gate()
    let find: @Sendable (Int) async -> Int = { number in
      if number == 1 { await gate.pass("find") }
      return number
    }
    let effects = try await effects(in: TemporaryFolder(), find: find) { store, recorder in
      let task = store.send(.find(1))
      recorder.stop()
      recorder.start()
      store.send(.text("a"))
      gate.open("find")
      await task.finish()
      await store.send(.find(2)).finish()
    }
    #expect(effects.divergence?.description == nil)
    #expect(effects.unverified == [])
    #expect(effects.verifiedCount == 1)
  }
}
