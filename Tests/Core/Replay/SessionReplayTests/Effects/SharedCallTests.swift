import ComposableArchitecture
import SessionReplay
import Foundation
import RecordCoding
import SessionLog
import SessionDocument
import SessionModel
import Testing

@MainActor
@Suite("Shared values in effects")
struct SharedCallTests {
  typealias DraftsSession = EffectSession<Drafts>

  private func session(
    _ files: [URL: Data] = [:], pause: @escaping @Sendable () async -> Void = {}
  ) throws -> DraftsSession {
    try withDependencies {
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory(fileSystem: LockIsolated(files))
    } operation: {
      try DraftsSession(Drafts.State()) { Drafts(pause: pause) }
    }
  }

  private func replay(
    _ session: DraftsSession, _ change: Drafts.Change? = nil
  ) async throws -> EffectReport {
    try session.finish()
    let (steps, report) = await session.replay { Drafts(change: change) }
    if case .match = steps.verdict {} else { Issue.record("\(steps.verdict)") }
    await session.end()
    return report
  }

  private func calls(_ session: DraftsSession) throws -> [String] {
    let reader = try SessionReader(path: session.path)
    let text = CallText(header: reader.header, isWhole: true)
    var events = EventReader(reader)
    return try reader.log.blocks.indices.flatMap { try events.events(ofBlockAt: $0) }
      .compactMap { event in
        guard case .called(_, let endpoint, let arguments) = event.event.content else { return nil }
        return text.beginning(ofCallOf: endpoint, arguments)
      }
  }

  @Test("Changes and reads of shared values by an effect are calls")
  func recorded() async throws {
    let session = try session([Drafts.file: Data(#"["a"]"#.utf8)])
    await session.send(.add(2))
    await session.send(.store(["b"]))
    await session.send(.list)
    await session.send(.save)
    await session.send(.reload)
    #expect(
      session.store.withState(\.log) == ["2", "2 drafts", "a, b", "saved", "loaded 2"])
    let report = try await replay(session)
    #expect(
      try calls(session) == [
        #"sharedState.change("appStorage(\"count\")", "2")"#,
        #"sharedState.read("fileStorage(\"/drafts.json\")")"#,
        #"sharedState.change("fileStorage(\"/drafts.json\")", "AgFhAWI=")"#,
        #"sharedState.read("fileStorage(\"/drafts.json\")")"#,
        #"sharedState.save("appStorage(\"count\")", "2")"#,
        #"sharedState.load("appStorage(\"count\")")"#,
      ])
    #expect(report.obstacle == nil)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 5)
  }

  @Test("A replayed effect gets the recorded value of a file")
  func answered() async throws {
    let session = try session([Drafts.file: Data(#"["a", "b"]"#.utf8)])
    await session.send(.list)
    #expect(session.store.withState(\.log) == ["a, b"])
    let report = try await replay(session)
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
  }

  @Test(
    "An effect that changes a shared value in a different way is reported",
    arguments: [
      (
        .otherValue, .otherCall, #"sharedState.change("appStorage(\"count\")", "2")"#,
        #"sharedState.change("appStorage(\"count\")", "3")"#
      ),
      (
        .forgotten, .missing, #"sharedState.change("appStorage(\"count\")", "2")"#,
        "an action"
      ),
      (
        .twice, .additional, #"the action noted("2")"#,
        #"sharedState.change("appStorage(\"count\")", "2")"#
      ),
      (
        .beforeWait, .otherCall,
        "continuousClock.sleep(10 ms)",
        #"sharedState.change("appStorage(\"count\")", "3")"#
      ),
      (
        .otherKey, .otherCall, #"sharedState.read("fileStorage(\"/drafts.json\")")"#,
        #"sharedState.read("fileStorage(\"/copies.json\")")"#
      ),
      (
        .additionalSave, .additional, #"the action noted("saved")"#,
        #"sharedState.save("appStorage(\"count\")", "3")"#
      ),
    ] as [(Drafts.Change, CallDivergence.Cause, String, String)])
  func changed(
    change: Drafts.Change, cause: CallDivergence.Cause, expected: String, actual: String
  ) async throws {
    let session = try session()
    await session.send(.add(2))
    await session.send(.addAfterWait(1))
    await session.advance(milliseconds: 10)
    await session.send(.store(["a"]))
    await session.send(.save)
    let report = try await replay(session, change)
    #expect(
      report.divergence?.kind
        == .call(CallDivergence(position: 1, cause: cause, expected: expected, actual: actual)))
  }

  @Test("Changes by effects and from outside keep their order among the steps")
  func outside() async throws {
    let session = try session()
    await session.send(.addAfterWait(1))
    await session.send(.note)
    session.store.withState(\.$count).withLock { $0 = 10 }
    await session.send(.note)
    await session.advance(milliseconds: 10)
    #expect(session.store.withState(\.log) == ["count 0", "count 10", "count 11"])
    await session.send(.add(1))
    let report = try await replay(session)
    #expect(report.obstacle == nil)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 2)
  }

  @Test("An effect that follows a shared value never diverges")
  func followed() async throws {
    let session = try session()
    await session.send(.follow)
    await session.send(.add(1))
    session.store.withState(\.$count).withLock { $0 = 10 }
    await session.send(.note)
    #expect(
      session.store.withState(\.log) == ["now 0", "1", "now 1", "count 10", "now 10"])
    let report = try await replay(session)
    #expect(report.obstacle == nil)
    #expect(report.divergence?.description == nil)
    // It still waits at the end.
    #expect(
      report.unverified.map(\.reason) == ["it waits for something that the log does not have"])
    #expect(report.verifiedCount == 1)
  }

  @Test("A long value is compared by its digest")
  func digest() async throws {
    let session = try session()
    await session.send(.store([String(repeating: "a", count: 1_000)]))
    let report = try await replay(session)
    #expect(
      try calls(session).last == """
        sharedState.change("fileStorage(\\"/drafts.json\\")", \
        "1003 bytes with the digest bbfe0fe6daaa4b39")
        """)
    #expect(report.verifiedCount == 1)
  }

  @Test("Effects that change a value in a different order are not verified, and never diverge")
  func race() async throws {
    let pause = Gate()
    let session = try session(pause: { await pause.pass("first") })
    await session.send(.race)
    #expect(pause.open("first"))
    await session.advance(milliseconds: 0)
    #expect(session.store.withState(\.log) == ["count 12"])
    let report = try await replay(session)
    #expect(
      try calls(session) == [
        #"sharedState.change("appStorage(\"count\")", "1")"#,
        #"sharedState.change("appStorage(\"count\")", "11")"#,
        #"sharedState.change("appStorage(\"count\")", "12")"#,
      ])
    #expect(report.divergence?.description == nil)
    #expect(
      Set(report.unverified.map(\.reason)) == [
        "shared values were changed at the same time, in another order",
        "the replay ended before it, at effect 2 of step 1",
      ])
  }

  @Test("A step has the recorded values, even if an effect is ahead of its turn")
  func overtaken() async throws {
    let pause = Gate()
    let session = try session(pause: { await pause.pass("first") })
    await session.send(.overtake)
    #expect(pause.open("first"))
    await session.advance(milliseconds: 0)
    #expect(session.store.withState(\.log) == ["0", "count 1"])
    let report = try await replay(session)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 3)
  }

  @Test("An effect with a shared value that isn't recordable is not verified")
  func unrecordable() async throws {
    let session = try session()
    await session.send(.style)
    await session.send(.add(1))
    let report = try await replay(session)
    #expect(session.warnings.value.contains { $0.contains("'sharedState.Shared<Style>'") })
    #expect(
      report.unverified.map(\.reason) == ["calls of 'sharedState.Shared<Style>' are not in the log"]
    )
    #expect(report.verifiedCount == 1)
  }

  @Test("A read of a shared value is answered from the log, even if its default has changed")
  func otherDefault() async throws {
    let work = { (value: Int) -> Errand.Work in
      { _, _, send in
        @Shared(.inMemory("SharedCallTests.total")) var total = value
        $total.withLock { $0 += 3 }
        await send(.got("\(total)"))
      }
    }
    let report = try await EffectSession.replay(work(0), as: work(1)) { session in
      await session.send(.run(1))
    }
    #expect(report.finding == .verified)
  }

  @Test("A log with changes from outside, and values of other types, is not verified")
  func otherTypes() async throws {
    let session = try EffectSession(Chest.State()) { Chest() }
    await session.send(.look)
    session.store.withState(\.$count).withLock { $0 = 10 }
    await session.send(.look)
    try session.finish()
    let (steps, effects) = await session.replay { Chest() }
    #expect(steps.verdict.kind == .match)
    #expect(
      effects.obstacle == "it does not start with a state, or has a gap or changes from outside")
  }
}

/// An app with a shared value, and with a secret whose values are not in the log.
@Reducer
private struct Chest {
  @Recordable
  struct State: Equatable {
    @Shared(.inMemory("SharedCallTests.count")) var count = 0
    @Redacted var password = "hunter2"
  }

  @Recordable
  enum Action: Equatable { case look }

  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { [library] _ in _ = library.count("a") } }
  }
}
