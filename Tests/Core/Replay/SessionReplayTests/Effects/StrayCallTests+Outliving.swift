import ComposableArchitecture
import Dispatch
import SessionReplay
import SessionDocument
import SessionModel
import Testing

// Tasks that outlive their effect, or that it no longer awaits.
extension StrayCallTests {
  @Test("An additional action of a task that outlives its effect is found or not verified")
  func late() async throws {
    let work = { (texts: [String]) -> Errand.Work in
      { _, _, send in
        Task { for text in texts { await send(.got(text)) } }
      }
    }
    let report = try await withIssueReporters([]) {
      try await EffectSession.replay(work(["a"]), as: work(["a", "b"])) { session in
        await session.send(.run(1))
        await session.send(.tapped)
      }
    }
    #expect(report.finding != .verified)
  }

  /// Replays a session in which effects continue after their last event, and steps follow.
  private func findingOfAddition(
    _ work: (_ count: Int) -> Errand.Work
  ) async throws -> Finding {
    try await EffectSession.replay(work(0), as: work(1)) { session in
      await session.send(.run(1))
      session.gate.open("find 1")
      for _ in 0..<20 { await session.send(.tapped) }
    }.finding
  }

  @Test("An additional call of an effect that continues is found, if nothing could have delayed it")
  func additionalAtOnce() async throws {
    let finding = try await findingOfAddition { count in
      { _, library, _ in
        for _ in 0..<count { _ = await library.find(2) }
        try await Task.never()
      }
    }
    #expect(finding == .found)
  }

  @Test("An additional call of a running effect is not verified if a thread could have delayed it")
  func additionalLater() async throws {
    let finding = try await findingOfAddition { count in
      { _, library, _ in
        _ = await library.find(1)
        for _ in 0..<count { _ = await library.find(2) }
        try await Task.never()
      }
    }
    #expect(finding == .named)
  }

  @Test("A call that may be missing because the log ends is not a difference")
  func end() async throws {
    let report = try await EffectSession.replay(
      { _, library, _ in
        _ = await library.find(1)
      },
      as: { _, library, _ in
        _ = await library.find(1)
        _ = await library.find(2)
      }
    ) { session in await session.send(.run(1)) }
    #expect(report.finding == .verified)
  }

  /// Returns the number of calls in a log that belong to no effect.
  private func strayCallCount(in session: EffectSession<Errand>) throws -> Int {
    try session.finish()
    return try SessionReader(path: session.path).events().count { $0.event.effect == 0 }
  }

  /// The work of a detached task that makes one call.
  private nonisolated static let detachedCall: Errand.Work = { _, library, send in
    await send(.got("\(await Task.detached { library.count("ab") }.value)"))
  }

  @Test("Calls of detached tasks are recorded if the process has only one recorder")
  func recorders() async throws {
    for others in 0...1 {
      let session = try EffectSession(Errand.State(), isSerial: false, context: .live) {
        Errand(work: Self.detachedCall)
      }
      var other: EffectSession<Errand>?
      if others > 0 {
        other = try EffectSession(Errand.State(), context: .live) {
          Errand(work: Self.detachedCall)
        }
      }
      await session.send(.run(1))
      while session.store.state.texts.isEmpty { await Task.yield() }
      #expect(try strayCallCount(in: session) == (others == 0 ? 2 : 0))
      try other?.finish()
    }
  }

  @Test("Calls on the main queue that no effect makes are not recorded")
  func mainQueue() async throws {
    let session = try EffectSession(Errand.State(), context: .live) {
      Errand { _, _, _ in }
    }
    await session.send(.tapped)
    _ = LibraryClient.waiting(at: session.gate).count("ab")
    await session.send(.tapped)
    #expect(try strayCallCount(in: session) == 0)
  }

  @Test("Work without a dependency is repeated, and not compared")
  func unseenWork() async throws {
    let numbers = LockIsolated<[Int]>([])
    let work = { (number: Int) -> Errand.Work in
      { _, library, _ in
        numbers.withValue { $0.append(number) }
        _ = await library.find(1)
      }
    }
    let report = try await EffectSession.replay(work(1), as: work(2)) { session in
      await session.send(.run(1))
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect(report.finding == .verified)
    #expect(numbers.value == [1, 2])
  }

  @Test(
    "An effect is not verified if a task waits for a real clock while other tasks run",
    arguments: ["a", "b"])
  func race(changed: String) async throws {
    let work = { (text: String) -> Errand.Work in
      { _, library, send in
        async let found = library.find(1)
        try await Task.sleep(for: .milliseconds(5))
        await send(.got(text))
        _ = await found
      }
    }
    let report = try await EffectSession.replay(work("a"), as: work(changed)) { session in
      await session.send(.run(1))
      while session.store.state.texts.isEmpty { await Task.yield() }
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect(
      report.unverified.map(\.reason) == [
        "one of its tasks waits for a real clock, while others run"
      ])
  }

  /// A task that waits for a queue, beside a task that waits for a call.
  private nonisolated static func queueRace(_ text: String) -> Errand.Work {
    { _, library, send in
      async let found = library.find(1)
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      await send(.got(text))
      _ = await found
    }
  }

  private func finding(ofQueueRaceAs text: String) async throws -> Finding {
    try await EffectSession.replay(Self.queueRace("a"), as: Self.queueRace(text)) { session in
      await session.send(.run(1))
      while session.store.state.texts.isEmpty { await Task.yield() }
      await session.open("find 1")
      await session.send(.tapped)
    }.finding
  }

  @Test("An effect is verified if one task waits for a queue and a second task for a call")
  func queueRace() async throws {
    #expect(try await finding(ofQueueRaceAs: "a") == .verified)
  }

  @Test("A change of an effect with a task that waits for a queue is found or not verified")
  func changedQueueRace() async throws {
    #expect(try await finding(ofQueueRaceAs: "b") != .verified)
  }

  @Test("A part doesn't have to be awaited if it ends before an awaited part")
  func unawaitedEarlyPart() async throws {
    let work = { (awaits: Bool) -> Errand.Work in
      { _, library, send in
        async let other = library.find(2)
        async let early = library.find(1)
        if awaits { _ = await early }
        await send(.got("\(await other)"))
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(false)) { session in
      await session.send(.run(1))
      await session.open("find 1", "find 2")
      await session.send(.tapped)
    }
    #expect(report.finding == .verified)
  }

  @Test("An effect that no longer awaits a part of it is not verified")
  func unawaited() async throws {
    let work = { (awaits: Bool) -> Errand.Work in
      { _, library, send in
        async let found = library.find(1)
        _ = await library.find(2)
        if awaits { _ = await found }
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(false)) { session in
      await session.send(.run(1))
      await session.open("find 2", "find 1")
    }
    #expect(
      report.unverified.map(\.reason) == ["a part of it is canceled that continues in the log"])
  }
}
