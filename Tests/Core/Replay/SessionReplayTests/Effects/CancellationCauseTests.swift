import ComposableArchitecture
import SessionReplay
import SessionTestSupport
import Testing

@MainActor
@Suite("Cancellations have a cause")
struct CancellationCauseTests {
  /// A wait that ends with an error of the client when the effect is canceled.
  private nonisolated static let waiting: Errand.Work = { _, library, send in
    do { try await library.save("", "a") } catch {
      await send(.got("\(error is CancellationError)"))
    }
  }

  @Test("An effect is reported if a second effect no longer cancels it", arguments: [true, false])
  func byID(isCanceled: Bool) async throws {
    let work = { (cancels: Bool) -> Errand.Work in
      { number, library, send in
        guard number == 1 else { return try await library.save("", "a") }
        _ = await library.find(1)
        if cancels { Task.cancel(id: 2) }
        _ = await library.find(2)
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(isCanceled)) { session in
      await session.send(.run(1))
      await session.send(.run(2))
      await session.open("find 1", "find 2")
    }
    #expect(report.finding == (isCanceled ? .verified : .found))
    guard !isCanceled, case .call(let call)? = report.divergence?.kind else { return }
    #expect(call.expected == #"a cancellation of LibraryClient.save("", "a")"#)
    #expect(call.actual == "nothing that cancels it")
  }

  @Test("A part of an effect that is no longer canceled is reported", arguments: [true, false])
  func ofGroup(isCanceled: Bool) async throws {
    let work = { (cancels: Bool) -> Errand.Work in
      { _, library, send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = await library.find(1) }
          group.addTask { try? await library.save("", "a") }
          await group.next()
          if cancels { group.cancelAll() }
        }
        await send(.got("done"))
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(isCanceled)) { session in
      await session.send(.run(1))
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect(report.finding == (isCanceled ? .verified : .found))
  }

  @Test(
    "The calls of a part that was canceled in the log are compared",
    arguments: [[], [2], [2, 3], [3]], [[], [2], [2, 3], [3]])
  func cleanup(recorded: [Int], changed: [Int]) async throws {
    let work = { (numbers: [Int]) -> Errand.Work in
      { _, library, send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            do { try await library.save("", "a") } catch {
              for number in numbers { _ = await library.find(number) }
            }
          }
          _ = await library.find(1)
          group.cancelAll()
        }
        await send(.got("done"))
      }
    }
    let report = try await EffectSession.replay(work(recorded), as: work(changed)) { session in
      await session.send(.run(1))
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect((report.finding == .verified) == (recorded == changed))
  }

  @Test("The cancellation of a task is found although the consumer of its stream is canceled, too")
  func consumer() async throws {
    let work = { (cancels: Bool) -> Errand.Work in
      { _, library, send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            let updates = library.updates(2)
            await withTaskGroup(of: Void.self) { consumers in
              consumers.addTask { for await _ in updates {} }
              _ = await library.find(1)
              consumers.cancelAll()
            }
            _ = await library.find(2)
          }
          _ = await library.find(3)
          if cancels { group.cancelAll() }
        }
        await send(.got("done"))
      }
    }
    for cancels in [false, true] {
      let report = try await EffectSession.replay(work(false), as: work(cancels)) { session in
        await session.send(.run(1))
        await session.open("find 1", "find 3", "find 2")
        await session.send(.tapped)
      }
      #expect(report.finding == (cancels ? .named : .verified), "\(report.unverified)")
    }
  }

  @Test("An effect that cancels a second one continues before the second one notices")
  func race() async throws {
    // The sleeper's end is recorded before the call that the canceler makes next.
    let report = try await EffectSession.replay({ number, library, send in
      guard number == 1 else {
        do { try await library.save("", "a") } catch { return await send(.got("canceled")) }
        return
      }
      _ = await library.find(1)
      Task.cancel(id: 2)
      await Task.yield()
      await Task.yield()
      _ = library.count("ab")
    }) { session in
      await session.send(.run(1))
      await session.send(.run(2))
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
  }

  @Test("A client that throws the error of a cancellation by itself needs no cause")
  func spontaneous() async throws {
    let session = try EffectSession(
      Errand.State(),
      change: { _, library in
        library.load = { _ in throw CancellationError() }
      }
    ) {
      Errand { _, library, send in
        do { _ = try await library.load("a") } catch { await send(.got("\(error)")) }
      }
    }
    await session.send(.run(1))
    try session.finish()
    let report = await session.replay {
      Errand { _, library, send in
        do { _ = try await library.load("a") } catch { await send(.got("\(error)")) }
      }
    }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
  }

  /// Records a session in which code outside of the store cancels an effect.
  private func interruptedSession() async throws -> EffectSession<Errand> {
    let session = try EffectSession(Errand.State()) { Errand(work: Self.waiting) }
    let task = await session.send(.run(1))
    await session.send(.tapped)
    task.cancel()
    await session.send(.tapped)
    try session.finish()
    return session
  }

  @Test("A cancellation by code outside of the store is repeated")
  func interruption() async throws {
    let session = try await interruptedSession()
    let report = await session.replay { Errand(work: Self.waiting) }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
  }

  @Test("A call of a cancellation handler is a call of the effect", arguments: [1, 2])
  func handler(number: Int) async throws {
    let work = { (argument: Int) -> Errand.Work in
      { _, library, _ in
        await withTaskCancellationHandler {
          try? await library.save("", "a")
        } onCancel: {
          _ = library.count(String(repeating: "a", count: argument))
          Task { _ = await library.find(argument) }
        }
      }
    }
    let report = try await EffectSession.replay(work(1), as: work(number)) { session in
      await session.send(.run(1))
      await session.send(.stop(1))
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect(report.finding == (number == 1 ? .verified : .found))
  }

  @Test("An effect is not verified if a different effect's task cancels it, unlike in the log")
  func canceledByOther() async throws {
    let work = { (cancels: Bool) -> Errand.Work in
      { number, library, send in
        if number == 1, cancels { Task.cancel(id: 2) }
        _ = await library.find(number)
      }
    }
    // When recorded, a thread may have canceled the second effect before the effect started.
    let report = try await EffectSession.replay(work(false), as: work(true)) { session in
      await session.send(.run(2))
      await session.send(.run(1))
      await session.open("find 2", "find 1")
      await session.send(.tapped)
    }
    #expect(
      report.unverified.map(\.reason) == [
        "a task of another effect cancels it, at a moment that the log does not tell"
      ])
  }

  @Test("An effect that ends where it was recorded as canceled is not verified")
  func endBeforeCancellation() async throws {
    let work = { (waits: Bool) -> Errand.Work in
      { number, _, send in
        await send(.got("\(number)"))
        if waits, number == 1 { try? await Task.never() }
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(false)) { session in
      await session.send(.run(1))
      await session.send(.run(2))
      await session.send(.stop(1))
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == [
        "it ends before it is canceled, as it may have been about to"
      ])
  }

  @Test(
    "An effect that ends before its last action is reduced is verified if the action canceled it",
    arguments: [Errand.Action.stop(1), .halt(1), .tapped])
  func canceledByItself(last action: Errand.Action) async throws {
    let (others, other) = AsyncStream<Void>.makeStream()
    let work = { (isSlow: Bool) -> Errand.Work in
      { number, _, send in
        guard number == 1 else {
          await send(.got("other"))
          return other.finish()
        }
        // The second effect is first in the recording, and not first in the replay.
        if isSlow { for await _ in others {} }
        await send(action)
        if isSlow { try await Task.never() }
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(false)) { session in
      await session.send(.run(1))
      await session.send(.run(2))
      await session.send(.stop(1))
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(report.finding == (action == .tapped ? .named : .verified))
  }

  @Test("An error after a cancellation is ignored, and the handler of errors is not called")
  func errorAfterCancellation() async throws {
    struct Fault: Error {}
    let session = try EffectSession(Errand.State()) {
      Errand { _, library, _ in
        do { try await library.save("", "a") } catch { throw Fault() }
      }
    }
    await session.send(.run(1))
    await session.send(.stop(1))
    try session.finish()
    #expect(session.store.effectCount == 0)
  }

  @Test("An effect is not verified if an unverified effect cancels it, unlike in the log")
  func unverifiedCancelerInReplay() async throws {
    let work = { (awaits: Bool) -> Errand.Work in
      { number, library, _ in
        guard number == 1 else { return _ = await library.find(2) }
        do {
          async let part = library.find(1)
          _ = await library.find(3)
          if awaits { _ = await part }
        }
        if !awaits { Task.cancel(id: 2) }
      }
    }
    let report = try await EffectSession.replay(work(true), as: work(false)) { session in
      await session.send(.run(1))
      await session.send(.run(2))
      await session.open("find 3", "find 1", "find 2")
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == [
        "a part of it is canceled that continues in the log",
        "what canceled it may be an effect that is not verified",
      ])
  }

  @Test("An effect is not verified if its canceler may be an unverified effect")
  func unverifiedCanceler() async throws {
    let report = try await EffectSession.replay({ number, library, _ in
      guard number == 1 else { return try await library.save("", "a") }
      _ = await library.cover("a")
      Task.cancel(id: 2)
    }) { session in
      await session.send(.run(1))
      await session.send(.run(2))
      await session.open("cover a")
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == [
        "calls of 'LibraryClient.cover' are not in the log",
        "what canceled it may be an effect that is not verified",
      ])
  }

  @Test("A cancellation in a log without interruptions needs no cause, and is not verified")
  func older() async throws {
    let session = try await interruptedSession()
    let lines = try exportedLines(of: session.path)
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.contains("effectInterrupted") }
      .map { $0.replacing(#","interruptions""#, with: "") }
    try importLog(lines.map { Array($0.utf8) }, to: session.path)
    let report = await session.replay { Errand(work: Self.waiting) }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.unverified.map(\.reason) == ["the log does not tell what canceled it"])
  }
}
