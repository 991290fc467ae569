import ComposableArchitecture
import SessionReplay
import Foundation
import SessionModel
import SessionRecording
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

  @Test("The divergence of an effect is the divergence of the log")
  func divergence() async throws {
    let report = try await report(.otherArgument)
    #expect(report.verdict.name == "call diverged")
    #expect(report.verdict.divergence?.step == 2)
    #expect(report.verdict.divergence?.action == "find(3)")
    #expect(report.effects?.divergence == nil)
  }

  @Test("A divergence has the steps before it, and the calls that the effect made before it")
  func context() async throws {
    let session = try LibrarySession()
    await session.send(.text("first"))
    await session.send(.copy("a"))
    await session.send(.text("later"))
    await session.open("load a", "save copy")
    try session.finish()
    var (report, effects) = await session.replay { Library(change: .swappedArguments) }
    report.add(effects)
    #expect(report.verdict.name == "call diverged")
    #expect(report.context.map(\.number) == [1, 2, 3])
    #expect(
      report.context.map(\.calls)
        == [nil, [#"↳ LibraryClient.load("a") → "text of a", 20 ms"#], nil])
    await session.end()
  }

  @Test("The divergence of a call with a long argument has the difference of that argument")
  func longArgument() async throws {
    let name = String(repeating: "name ", count: 20)
    let session = try LibrarySession()
    await session.send(.copy(name))
    await session.open("load \(name)", "save copy")
    try session.finish()
    let (_, effects) = await session.replay { Library(change: .swappedArguments) }
    guard case .call(let call) = effects.divergence?.kind else {
      Issue.record("\(effects)")
      return
    }
    #expect(call.difference?.path == "argument 1 of LibraryClient.save")
    #expect(call.difference?.difference == ["- \"text of \(name)\"", "+ \"copy\""])
    await session.end()
  }

  @Test("The divergence of a long action has the difference of its values")
  func longAction() async throws {
    let session = try LibrarySession()
    let name = String(repeating: "name ", count: 20)
    await session.send(.measure(name))
    try session.finish()
    let (_, effects) = await session.replay { Library(change: .otherText) }
    guard case .call(let call) = effects.divergence?.kind else {
      Issue.record("\(effects)")
      return
    }
    #expect(call.cause == .otherAction)
    #expect(call.difference?.path == "text of the action")
    #expect(call.difference?.expected == "\"\(name)\"")
    await session.end()
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

  @Test("A replay assembles the reducer twice: for the answers and for the store")
  func assemblies() async throws {
    let session = try LibrarySession()
    await session.send(.find(3))
    await session.open("find 3")
    try session.finish()
    let count = LockIsolated(0)
    let effects = EffectReplayer(
      SessionReplayer(
        LibrarySession.app {
          count.withValue { $0 += 1 }
          return Library()
        }))
    // The first replay also finds the endpoints and dependencies.
    #expect(await effects.replay(path: session.path).verifiedCount == 1)
    let first = count.value
    #expect(await effects.replay(path: session.path).verifiedCount == 1)
    #expect(count.value - first == 2)
    await session.end()
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
      // The effect may be on its way to the client, on a background thread.
      await gate.openOnArrival("find")
      await task.finish()
      await store.send(.find(2)).finish()
    }
    #expect(effects.divergence?.description == nil)
    #expect(effects.unverified == [])
    #expect(effects.verifiedCount == 1)
  }
}
