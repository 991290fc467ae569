import ComposableArchitecture
import Dispatch
import EffectReplay
import Foundation
import SessionReading
import SessionReplay
import Testing

@MainActor
@Suite("Work that effects start and do not wait for", .serialized)
struct StrayCallTests {
  /// Replays a session with a changed number of calls, or a changed argument, of detached work.
  private func findingOfDetached(_ recorded: [Int], _ changed: [Int]) async throws -> EffectReport {
    let work = { (numbers: [Int]) -> Errand.Work in
      { _, library, send in
        let task = Task.detached {
          var sum = library.count("ab")
          for number in numbers { sum += await library.find(number) }
          return sum
        }
        await send(.got("\(await task.value)"))
      }
    }
    return try await EffectSession.replay(
      work(recorded), as: work(changed), isSerial: false, context: .live
    ) { session in
      await session.send(.run(1))
      while !session.gate.keys.isEmpty || session.store.state.texts.isEmpty {
        session.gate.openAll()
        await Task.yield()
      }
      await session.send(.tapped)
    }
  }

  @Test("The calls of detached tasks are compared")
  func detached() async throws {
    let report = try await findingOfDetached([1, 2], [1, 2])
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
  }

  @Test(
    "A changed call of a detached task is found, and a call more or less is found or unverified",
    arguments: [[1, 3], [3, 2], [1], [], [1, 2, 3]])
  func changedDetached(numbers: [Int]) async throws {
    let report = try await findingOfDetached([1, 2], numbers)
    #expect(report.finding == (numbers.count == 2 ? .found : .named))
  }

  @Test(
    "An effect to which a first detached call is added is not verified", arguments: [false, true])
  func addedDetached(isFollowed: Bool) async throws {
    let work = { (isAdded: Bool) -> Errand.Work in
      { _, library, send in
        await send(.got("\(library.count("ab"))"))
        if isAdded { Task.detached { _ = await library.find(2) } }
      }
    }
    let report = try await EffectSession.replay(
      work(false), as: work(true), isSerial: false, context: .live
    ) { session in
      await session.send(.run(1))
      while session.store.state.texts.isEmpty { await Task.yield() }
      if isFollowed { await session.send(.tapped) }
    }
    #expect(report.finding == .named)
  }

  @Test(
    "The calls of a task that outlives its effect are compared",
    arguments: ["b", "a"], ["late", "later"])
  func lateCalls(first: String, text: String) async throws {
    let work = { (first: String, text: String) -> Errand.Work in
      { _, library, send in
        Task {
          _ = await library.find(1)
          try await library.save(text, first)
        }
      }
    }
    let report = try await EffectSession.replay(work("a", "late"), as: work(first, text)) {
      session in
      await session.send(.run(1))
      await session.open("find 1")
      await session.open("save a")
      await session.send(.tapped)
    }
    #expect(report.finding == (first == "a" && text == "late" ? .verified : .found))
  }

  @Test(
    "An action that a task adds before its effect is canceled is found or makes it unverified",
    arguments: [false, true])
  func additionalBeforeCancellation(isShielded: Bool) async throws {
    let work = { (isAdded: Bool) -> Errand.Work in
      { _, library, send in
        if isAdded { Task { await send(.got("more")) } }
        do {
          try await library.save("", "a")
        } catch  where isShielded {
          await Task { _ = await library.find(1) }.value
        }
      }
    }
    let report = try await EffectSession.replay(work(false), as: work(true)) { session in
      await session.send(.run(1))
      await session.send(.stop(1))
      if isShielded { await session.open("find 1") }
      await session.send(.tapped)
    }
    #expect(report.finding != .verified)
  }

  @Test("An effect is not verified if it ends a part that continues in the log")
  func endedPart() async throws {
    enum Canceler: CaseIterable { case nobody, app, outside }
    let parts: [@Sendable (LibraryClient) async throws -> Void] = [
      { _ = await $0.find(1) },
      { _ in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(3_600))
      },
    ]
    for part in parts {
      let work = { (awaits: Bool) -> Errand.Work in
        { _, library, send in
          async let ended: Void = part(library)
          await send(.got("started"))
          if awaits { try await ended }
        }
      }
      for canceler in Canceler.allCases {
        let report = try await EffectSession.replay(work(true), as: work(false)) { session in
          let task = await session.send(.run(1))
          await session.send(.tapped)
          switch canceler {
          case .nobody: break
          case .app: await session.send(.stop(1))
          case .outside: task.cancel()
          }
        }
        #expect(
          report.unverified.map(\.reason) == [
            "a part of it is canceled that continues in the log"
          ], "canceled by \(canceler)")
      }
    }
  }

  @Test("A canceled effect is not verified if a task of it sends an action after its end")
  func lateAction() async throws {
    let work = { (sends: Bool) -> Errand.Work in
      { number, library, send in
        _ = await library.find(number)
        if sends { Task { await send(.got("late")) } }
      }
    }
    let report = try await EffectSession.replay(work(false), as: work(true)) { session in
      await session.send(.run(1))
      await session.send(.stop(1))
      await session.send(.tapped)
    }
    #expect(report.unverified.map(\.reason) == ["it sends an action in vain after its end"])
  }

  @Test(
    "A wait for a queue, clock, timer or thread is repeated, and later calls are compared")
  func outside() async throws {
    let waits: [@Sendable () async throws -> Void] = [
      { try await Task.sleep(for: .milliseconds(20)) },
      {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume() }
        }
      },
      {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
            continuation.resume()
          }
        }
      },
      {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume() }
        }
      },
    ]
    for wait in waits {
      for text in ["a", "b"] {
        let work = { (text: String) -> Errand.Work in
          { _, library, send in
            _ = await library.find(1)
            try await wait()
            await send(.got(text))
          }
        }
        let report = try await EffectSession.replay(work("a"), as: work(text)) { session in
          await session.send(.run(1))
          await session.open("find 1")
          while session.store.state.texts.isEmpty { await Task.yield() }
          await session.send(.tapped)
        }
        #expect(report.finding == (text == "a" ? .verified : .found))
      }
    }
  }

  @Test(
    "An effect is not verified if it lost a task that outlived it and acted in the log",
    arguments: [true, false])
  func removedTask(isCall: Bool) async throws {
    let work = { (hasTask: Bool) -> Errand.Work in
      { _, library, send in
        guard hasTask else { return }
        Task {
          // The effect ends first.
          for _ in 0..<10 { await Task.yield() }
          _ = await library.find(1)
          if !isCall { await send(.got("late")) }
        }
      }
    }
    let report = try await withIssueReporters([]) {
      try await EffectSession.replay(work(true), as: work(false)) { session in
        await session.send(.run(1))
        await session.open("find 1")
        await session.send(.tapped)
      }
    }
    #expect(report.finding == .named)
  }

  @Test("An effect that has lost two tasks is counted once")
  func removedTasks() async throws {
    let work = { (hasTasks: Bool) -> Errand.Work in
      { _, library, send in
        guard hasTasks else { return }
        for number in [1, 2] {
          let call = { @Sendable in
            for _ in 0..<10 { await Task.yield() }
            _ = await library.find(number)
          }
          if number == 1 { Task(operation: call) } else { Task.detached(operation: call) }
        }
      }
    }
    let report = try await EffectSession.replay(
      work(true), as: work(false), isSerial: false, context: .live
    ) { session in
      await session.send(.run(1))
      while session.gate.keys.count < 2 { await Task.yield() }
      session.gate.openAll()
      await session.send(.tapped)
    }
    #expect(report.verifiedCount == 0)
    #expect(report.unverified.count == 1)
  }

  @Test(
    "A stream of a canceled task is ended if a waiting effect needs its end, which the log lacks",
    arguments: [true, false])
  func canceledStream(isDetached: Bool) async throws {
    // The consumer is canceled before it asks for an element when recorded, and after that when
    // replayed.
    let work = { (waitsFirst: Bool) -> Errand.Work in
      { _, library, send in
        let work = { @Sendable in
          let (asks, asking) = AsyncStream<Void>.makeStream()
          let consumer = Task {
            if waitsFirst { try? await Task.never() }
            let updates = library.updates(2)
            asking.finish()
            for await _ in updates {}
          }
          _ = await library.find(1)
          if !waitsFirst { for await _ in asks {} }
          consumer.cancel()
          await consumer.value
        }
        async let other = library.find(2)
        if isDetached { await Task.detached(operation: work).value } else { await work() }
        await send(.got("a"))
        _ = await other
      }
    }
    let report = try await EffectSession.replay(
      work(true), as: work(false), isSerial: false, context: .live
    ) { session in
      await session.send(.run(1))
      while session.store.state.texts.isEmpty {
        if session.gate.keys.contains("find 1") { session.gate.open("find 1") }
        await Task.yield()
      }
      session.gate.openAll()
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
  }

  @Test("A wait for a real clock takes no time in a replay")
  func longSleep() async throws {
    let session = try EffectSession(Errand.State()) {
      Errand { _, library, send in await send(.got("\(library.find(1))")) }
    }
    await session.send(.run(1))
    await session.open("find 1")
    try session.finish()
    let report = await session.replay {
      Errand { _, library, send in
        let found = await library.find(1)
        try await Task.sleep(for: .seconds(3_600))
        await send(.got("\(found)"))
      }
    }.effects
    #expect(report.finding == .verified)
  }

  @Test("An effect that waits longer than the replay is not verified")
  func longWait() async throws {
    let session = try EffectSession(Errand.State()) {
      Errand { _, library, send in await send(.got("\(library.find(1))")) }
    }
    session.outsideTimeout = .milliseconds(10)
    await session.send(.run(1))
    await session.open("find 1")
    try session.finish()
    let report = await session.replay {
      Errand { _, library, send in
        let found = await library.find(1)
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 60) { continuation.resume() }
        }
        await send(.got("\(found)"))
      }
    }.effects
    #expect(
      report.unverified.map(\.reason) == ["it waits for something that the log does not have"])
  }

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

  @Test("Anything that may be missing because the log ends is not a difference")
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

  @Test("Calls of detached tasks are recorded if one recorder records in the process")
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

  @Test("An effect is verified if one task waits for a queue and another for a call")
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
