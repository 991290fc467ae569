import ComposableArchitecture
import SessionReplay
import Testing

@MainActor
@Suite("Answers that are the last events of an effect in a log")
struct LastAnswerTests {
  @Test("An effect gets the answer after which the app crashed")
  func crash() async throws {
    let crash = Crash()
    let session = try EffectSession(Library.State()) { FindingLibrary(crash: crash) }
    let partial = session.path + ".partial"
    crash.path.setValue(partial)
    await session.send(.find(2))
    await session.open("find 2")
    try session.finish()
    #expect(crash.count.value == 1)
    let app = EffectSession.app { FindingLibrary(crash: crash) }
    let replayer = EffectReplayer(SessionReplayer(app))
    let report = await replayer.replay(path: crash.copy)
    #expect(crash.count.value == 2)
    // The next action may be missing because the log ends.
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
  }

  private func report(
    on change: Change?, after perform: (LibrarySession) async -> Void
  ) async throws -> EffectReport {
    let session = try LibrarySession()
    await perform(session)
    try session.finish()
    let report = await session.replay(change)
    await session.end()
    return report
  }

  @Test("An effect that stops before the last recorded element of a stream is reported")
  func untaken() async throws {
    let report = try await report(on: .uncountedElement) { session in
      await session.send(.tally(5))
      await session.open("update", "update", "update")
    }
    let divergence = CallDivergence(
      position: 1, cause: .unconsumed, expected: "an element of LibraryClient.updates(5)",
      actual: "an action")
    #expect(report.divergence?.kind == .call(divergence))
  }

  @Test("An effect that does more after the last recorded element is not verified")
  func taken() async throws {
    let report = try await report(on: .uncountedElement) { session in
      await session.send(.tally(5))
      await session.open("update", "update")
      await session.send(.text("later"))
    }
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 0)
    #expect(report.unverified.count == 1)
  }

  @Test("A canceled effect may stop before the last recorded element")
  func canceled() async throws {
    let crash = Crash()
    let session = try EffectSession(Library.State()) { CheckingLibrary(crash: crash) }
    let partial = session.path + ".partial"
    crash.path.setValue(partial)
    await session.send(.watch(5))
    await session.open("update", "update")
    await session.send(.giveBack)
    try session.finish()
    let app = EffectSession.app { CheckingLibrary(crash: crash) }
    let report = await EffectReplayer(SessionReplayer(app)).replay(path: crash.copy)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
    await session.end()
  }

  @Test("An effect that no longer waits for its last answer is reported")
  func unawaited() async throws {
    let session = try EffectSession(Library.State()) { HastyLibrary(isHasty: false) }
    await session.send(.find(2))
    await session.open("find 2")
    try session.finish()
    let same = await session.replay { HastyLibrary(isHasty: false) }.effects
    #expect(same.divergence?.description == nil)
    let hasty = await session.replay { HastyLibrary(isHasty: true) }.effects
    let divergence = CallDivergence(
      position: 1, cause: .unawaited, expected: "the answer of LibraryClient.find(2)",
      actual: "an action")
    #expect(hasty.divergence?.kind == .call(divergence))
    await session.end()
  }
}

/// An app whose effect crashes after an answer.
@Reducer
private struct FindingLibrary {
  typealias State = Library.State
  typealias Action = Library.Action

  let crash: Crash
  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .find(let number) = action else { return .none }
      return .run { [library] send in
        let found = await library.find(number)
        crash.happen()
        await send(.number(found))
      }
    }
  }
}

/// An app that crashes before its effect notices a cancellation. The effect checks for a
/// cancellation at each element.
@Reducer
private struct CheckingLibrary {
  typealias State = Library.State
  typealias Action = Library.Action

  let crash: Crash
  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .watch(let count):
        return .run { [library] send in
          for await number in library.updates(count) where Task.isCancelled {
            return await send(.number(number))
          }
        }
        .cancellable(id: Library.CancelID.borrow)
      case .giveBack: return .merge(.cancel(id: Library.CancelID.borrow), .send(.hide))
      case .hide: crash.happen()
      default: break
      }
      return .none
    }
  }
}

/// An app whose effect never ends after an answer, and may send an action before it.
@Reducer
private struct HastyLibrary {
  typealias State = Library.State
  typealias Action = Library.Action

  let isHasty: Bool
  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .find(let number) = action else { return .none }
      return .run { [library] send in
        if isHasty {
          async let found = library.find(number)
          await send(.text("early"))
          _ = await found
        } else {
          _ = await library.find(number)
        }
        await Gate().pass("never")
      }
    }
  }
}
