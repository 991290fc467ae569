import ComposableArchitecture
import Dispatch
import SessionReplay
import Foundation
import SessionDocument
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
    "A detached task's changed call is found, and its added or lost call is never verified",
    arguments: [[1, 3], [3, 2], [1], [], [1, 2, 3]])
  func changedDetached(numbers: [Int]) async throws {
    let report = try await findingOfDetached([1, 2], numbers)
    #expect(report.finding == (numbers.count == 2 ? .found : .named))
  }

  @Test(
    "An effect with an added first call in a detached task is not verified",
    arguments: [false, true])
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
    "An additional action of a task before its effect is canceled is never verified",
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

  @Test("A canceled effect is not verified if its task sends an action after the effect's end")
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
    "An effect without a recorded task is not verified if the task acted after the effect",
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
    let (effectEnds, effectEnd) = AsyncStream<Void>.makeStream()
    let work = { (hasTasks: Bool) -> Errand.Work in
      { _, library, send in
        guard hasTasks else { return }
        for number in [1, 2] {
          let call = { @Sendable in
            for await _ in effectEnds {}
            _ = await library.find(number)
          }
          if number == 1 { Task(operation: call) } else { Task.detached(operation: call) }
        }
      }
    }
    let report = try await EffectSession.replay(
      work(true), as: work(false), isSerial: false, context: .live
    ) { session in
      await session.send(.run(1)).finish()
      effectEnd.finish()
      while session.gate.keys.count < 2 { await Task.yield() }
      session.gate.openAll()
      await session.send(.tapped)
    }
    #expect(report.verifiedCount == 0)
    #expect(report.unverified.count == 1)
  }

  @Test(
    "The stream of a canceled task ends for a waiting effect, even if the log lacks this end",
    arguments: [true, false])
  func canceledStream(isDetached: Bool) async throws {
    // The consumer is canceled before it asks for an element in the recording, and afterwards in
    // the replay.
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
}
