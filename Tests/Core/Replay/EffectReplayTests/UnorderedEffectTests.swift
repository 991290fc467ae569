import ComposableArchitecture
import EffectReplay
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("Effects on a system that does not control the order of tasks")
struct UnorderedEffectTests {
  /// A timeout for effects that do what is recorded, and one for others, which always reach it.
  private static let unused = Duration.seconds(600)
  private static let short = Duration.seconds(2)

  private func report(
    on change: Change? = nil, timeout: Duration, after perform: (LibrarySession) async -> Void
  ) async throws -> EffectReport {
    let session = try LibrarySession()
    session.schedule = .unordered(timeout: timeout)
    await perform(session)
    try session.finish()
    let report = await session.replay(change)
    #expect(report.obstacle == nil)
    #expect(!report.isOrdered)
    await session.end()
    return report
  }

  @Test("Actions and answers in any order match", arguments: 1...20)
  func match(seed: Int) async throws {
    let report = try await report(timeout: Self.unused) { session in
      _ = await RandomSessionTests.perform(session, seed: seed)
    }
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount > 0)
  }

  @Test("Calls of concurrent tasks match, whichever thread they are made on")
  func threads() async throws {
    for count in [3, 8] {
      let session = try LibrarySession(
        isSerial: false, change: { _, library in library.find = { $0 } })
      session.schedule = .unordered(timeout: Self.unused)
      await session.send(.race(count))
      try session.finish()
      let report = await session.replay()
      #expect(report.divergence?.description == nil)
      #expect(report.verifiedCount + report.unverified.count == 1)
    }
  }

  @Test("A canceled effect that waits for a stream ends")
  func canceledStream() async throws {
    let session = try EffectSession(Library.State()) { CancelableWatch() }
    session.schedule = .unordered(timeout: Self.unused)
    await session.send(.watch(3))
    await session.open("update")
    await session.send(.giveBack)
    try session.finish()
    let report = await session.replay { CancelableWatch() }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
    await session.end()
  }

  @Test(
    "An effect that does something else is reported as with control of the order",
    arguments: ChangedAppTests.examples.filter {
      [
        .otherArgument, .otherPayload, .actionTwice, .swappedCalls, .callLeftOut, .earlyEnd,
        .forgottenError, .stoppedStream, .uncountedElement,
      ].contains($0.change)
    })
  func changed(example: ChangedAppTests.Example) async throws {
    let report = try await report(on: example.change, timeout: Self.short) { session in
      await session.send(.text("first"))
      await session.send(example.action)
      for key in example.keys { await session.open(key) }
    }
    #expect(
      report.divergence?.kind
        == .call(
          CallDivergence(
            position: 1, cause: example.cause, expected: example.expected, actual: example.actual)))
    #expect(report.divergence?.step == 2)
  }

  @Test("An effect that does nothing for a time does not end, and the others are verified")
  func endless() async throws {
    let report = try await report(on: .unrecordedWait, timeout: Self.short) { session in
      await session.send(.find(3))
      await session.open("find 3")
      await session.send(.measure("even"))
    }
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    #expect(
      report.unverified.map(\.description) == [
        "effect 1 of step 1: it does not end: it did nothing for 2 seconds, and waits for something "
          + "that the log does not have"
      ])
  }

  @Test("An effect that uses what the log does not have is not verified")
  func unverified() async throws {
    let report = try await report(timeout: Self.unused) { session in
      await session.send(.cover("a"))
      await session.send(.guess(1))
      await session.open("cover a")
      await session.send(.measure("even"))
    }
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    #expect(
      report.unverified.map(\.reason) == [
        "calls of 'LibraryClient.cover' are not in the log",
        "calls of 'GuessClient.number' cannot be seen; declare the client with @DependencyClient",
      ])
  }
}

/// An app whose effect waits for a stream until it is canceled.
@Reducer
private struct CancelableWatch {
  typealias State = Library.State
  typealias Action = Library.Action

  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .watch(let count):
        return .run { [library] send in
          for await number in library.updates(count) { await send(.number(number)) }
        }
        .cancellable(id: Library.CancelID.borrow)
      case .giveBack: return .cancel(id: Library.CancelID.borrow)
      case .number(let number): state.numbers.append(number)
      default: break
      }
      return .none
    }
  }
}
