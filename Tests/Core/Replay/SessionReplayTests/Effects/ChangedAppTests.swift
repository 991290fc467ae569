import ComposableArchitecture
import SessionReplay
import Testing

@MainActor
@Suite("Effects of a changed app")
struct ChangedAppTests {
  /// A change of the app, a session that shows it, and the report.
  struct Example: Sendable, CustomTestStringConvertible {
    let change: Change
    let action: Library.Action
    let keys: [String]
    let cause: CallDivergence.Cause
    let expected: String
    let actual: String

    var testDescription: String { "\(change)" }

    init(
      _ change: Change, _ action: Library.Action, _ keys: String..., cause: CallDivergence.Cause,
      expected: String, actual: String
    ) {
      (self.change, self.action, self.keys, self.cause) = (change, action, keys, cause)
      (self.expected, self.actual) = (expected, actual)
    }
  }

  private nonisolated static let note = "after an error whose type is not in the log"

  nonisolated static let examples: [Example] = [
    Example(
      .otherArgument, .find(3), "find 3", cause: .otherCall,
      expected: "LibraryClient.find(3)", actual: "LibraryClient.find(4)"),
    Example(
      .otherEndpoint, .find(3), "find 3", cause: .otherCall,
      expected: "LibraryClient.find(3)", actual: "LibraryClient.lend(3)"),
    Example(
      .otherPayload, .find(3), "find 3", cause: .otherAction,
      expected: "the action number(9)", actual: "the action number(10)"),
    Example(
      .actionTwice, .find(3), "find 3", cause: .additional,
      expected: "its end", actual: "an action"),
    Example(
      .additionalCall, .find(3), "find 3", cause: .additional,
      expected: "its end", actual: #"LibraryClient.count("more")"#),
    Example(
      .swappedCalls, .measure("even"), cause: .otherCall,
      expected: #"LibraryClient.count("even")"#, actual: "LibraryClient.check(4)"),
    Example(
      .saveBeforeWait, .copy("a"), "load a", "save copy", cause: .otherCall,
      expected: #"LibraryClient.load("a")"#, actual: #"LibraryClient.save("", "copy")"#),
    Example(
      .swappedArguments, .copy("a"), "load a", "save copy", cause: .otherCall,
      expected: #"LibraryClient.save("text of a", "copy")"#,
      actual: #"LibraryClient.save("copy", "text of a")"#),
    Example(
      .callLeftOut, .copy("a"), "load a", "save copy", cause: .missing,
      expected: #"LibraryClient.save("text of a", "copy")"#, actual: "an action"),
    Example(
      .earlyEnd, .copy("a"), "load a", "save copy", cause: .missing,
      expected: #"LibraryClient.save("text of a", "copy")"#, actual: "its end"),
    Example(
      .retriedTwice, .copy("no"), "load no", "load no", cause: .additional,
      expected: #"the action failed("no book 'no'")"#, actual: #"LibraryClient.load("no"), "# + note
    ),
    Example(
      .forgottenError, .copy("no"), "load no", "load no", cause: .missing,
      expected: #"the action failed("no book 'no'")"#, actual: "its end, " + note),
    Example(
      .stoppedStream, .watch(2), "update", "update", "update", cause: .missing,
      expected: "the action number(20)", actual: "its end"),
    Example(
      .uncountedElement, .tally(3), "update", "update", "update", "update", cause: .unconsumed,
      expected: "an element of LibraryClient.updates(3)", actual: "an action"),
    Example(
      .concurrent, .each(1, 2), "find 1", "find 2", cause: .unawaited,
      expected: "the answer of LibraryClient.find(1)", actual: "LibraryClient.find(2)"),
    Example(
      .swappedReads, .stamp, cause: .otherCall, expected: "uuid()", actual: "date()"),
    Example(
      .otherKey, .keep("a"), cause: .otherCall,
      expected: #"dataStorage.save("YQ==", "text")"#,
      actual: #"dataStorage.save("YQ==", "other")"#),
  ]

  private func divergence(
    of change: Change, after perform: (LibrarySession) async -> Void
  ) async throws -> Divergence? {
    let session = try LibrarySession()
    await perform(session)
    try session.finish()
    let report = await session.replay(change)
    #expect(report.obstacle == nil)
    #expect(report.unverified == [])
    if report.divergence != nil { #expect(report.verifiedCount == 0) }
    await session.end()
    return report.divergence
  }

  @Test("An effect that differs from the log is reported", arguments: examples)
  func changed(example: Example) async throws {
    let divergence = try await divergence(of: example.change) { session in
      await session.send(.text("first"))
      await session.send(example.action)
      for key in example.keys { await session.open(key) }
    }
    #expect(
      divergence?.kind
        == .call(
          CallDivergence(
            position: 1, cause: example.cause, expected: example.expected, actual: example.actual)))
    #expect(divergence?.step == 2)
    #expect(divergence?.since == 1)
  }

  @Test("A sleep of a different length is reported, with the action that started it")
  func sleep() async throws {
    let divergence = try await divergence(of: .otherSleep) { session in
      await session.send(.search("a"))
      await session.send(.search("ab"))
      await session.advance(milliseconds: 300)
      await session.open("load ab")
    }
    #expect(divergence?.step == 1)
    #expect(divergence?.action == #"search("a")"#)
    #expect(divergence?.expected == "continuousClock.sleep(300 ms)")
    #expect(divergence?.actual == "continuousClock.sleep(500 ms)")
  }

  @Test("A call after a cancellation is reported")
  func ignoredCancellation() async throws {
    let divergence = try await divergence(of: .ignoredCancellation) { session in
      await session.send(.borrow("a"))
      await session.send(.giveBack)
    }
    #expect(divergence?.step == 1)
    #expect(divergence?.expected == "its end after a cancellation")
    #expect(divergence?.actual == "LibraryClient.find(1)")
  }

  @Test("An action after a cancellation is reported, although the store drops it")
  func sentAfterCancellation() async throws {
    let divergence = try await divergence(of: .sentAfterCancellation) { session in
      await session.send(.borrow("a"))
      await session.send(.giveBack)
    }
    #expect(divergence?.step == 1)
    #expect(divergence?.expected == "its end after a cancellation")
    #expect(divergence?.actual == "an action after it was canceled")
  }

  @Test(
    "An action that was recorded after its effect was canceled may be missing in a replay",
    arguments: [Change.sentAfterCancellation, nil])
  func droppedAction(change: Change?) async throws {
    let session = try LibrarySession(Library.State()) { Library(change: .sentAfterCancellation) }
    await session.send(.borrow("a"))
    await session.send(.giveBack)
    await session.send(.borrow("b"))
    await session.open("load b")
    try session.finish()
    let report = await session.replay(change)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 2)
    await session.end()
  }

  @Test("An effect that ends while it waits in the log is reported")
  func earlyEnd() async throws {
    let divergence = try await divergence(of: .earlyEnd) { session in
      await session.send(.copy("a"))
      await session.open("load a")
      await session.send(.text("later"))
    }
    #expect(divergence?.actual == "its end")
  }

  @Test("An effect is not verified if its second task may have been about to make a call")
  func callOfRunning() async throws {
    let session = try LibrarySession()
    await session.send(.each(1, 2))
    await session.send(.text("later"))
    try session.finish()
    let report = await session.replay(.concurrent)
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == [
        "it does more than the log has, LibraryClient.find(2), which it may have been about to do "
          + "when the session ended"
      ])
    await session.end()
  }

  @Test("The second effect of a step is named by its position")
  func position() async throws {
    let session = try LibrarySession()
    await session.send(.merged(1, 2))
    await session.open("find 2", "find 1")
    try session.finish()
    let report = await session.replay(.otherSecond)
    guard case .call(let call) = report.divergence?.kind else {
      Issue.record("\(report)")
      return
    }
    #expect(call.position == 2)
    #expect(
      report.divergence?.description
        == "effect 2 of the step called something else: "
        + "expected LibraryClient.find(2), actual LibraryClient.find(3)")
    await session.end()
  }

  @Test(
    "The replay of the steps reports an effect of a different shape",
    arguments: [
      (.droppedCancellable, .borrow("a"), "run.cancellable(id: borrow)", "run"),
      (
        .keepsInFlight, .search("a"), "run.cancellable(id: search, cancelInFlight: true)",
        "run.cancellable(id: search)"
      ), (.merged, .inTurn(1, 2), "concatenate(run, run)", "merge(run, run)"),
    ] as [(Change, Library.Action, String, String)])
  func shape(change: Change, action: Library.Action, expected: String, actual: String) async throws
  {
    let session = try LibrarySession()
    await session.send(action)
    try session.finish()
    let (steps, _) = await session.replay { Library(change: change) }
    #expect(steps.verdict.divergence?.name == "effect diverged")
    #expect(steps.verdict.divergence?.step == 1)
    #expect(steps.verdict.divergence?.expected == expected)
    #expect(steps.verdict.divergence?.actual == actual)
    await session.end()
  }
}
