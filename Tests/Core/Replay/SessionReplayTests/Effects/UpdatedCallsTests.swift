import ComposableArchitecture
import SessionReplay
import SessionDocument
import SessionModel
import Testing

@MainActor
@Suite("Calls of a log that is updated")
struct UpdatedCallsTests {
  /// A change of the app, and the calls that change with it.
  struct Example: Sendable, CustomTestStringConvertible {
    let change: Change
    let action: Library.Action
    let keys: [String]
    let calls: [String]

    var testDescription: String { "\(change)" }

    init(_ change: Change, _ action: Library.Action, _ keys: String..., calls: [String] = []) {
      (self.change, self.action, self.keys, self.calls) = (change, action, keys, calls)
    }
  }

  nonisolated static let changed: [Example] = [
    Example(
      .otherArgument, .find(3), "find 3",
      calls: ["LibraryClient.find(3) → LibraryClient.find(4)"]),
    Example(
      .swappedArguments, .copy("a"), "load a", "save copy",
      calls: [
        #"LibraryClient.save("text of a", "copy") → LibraryClient.save("copy", "text of a")"#
      ]),
    Example(
      .callLeftOut, .copy("a"), "load a", "save copy",
      calls: [#"no longer LibraryClient.save("text of a", "copy")"#]),
    Example(
      .otherKey, .keep("a"),
      calls: [#"dataStorage.save("YQ==", "text") → dataStorage.save("YQ==", "other")"#]),
    Example(.swappedReads, .stamp, calls: ["uuid() → date()"]),
    Example(
      .otherSecond, .merged(1, 2), "find 2", "find 1",
      calls: ["LibraryClient.find(2) → LibraryClient.find(3)"]),
  ]

  private func session(_ example: Example) async throws -> LibrarySession {
    let session = try LibrarySession()
    await session.send(.text("first"))
    await session.send(example.action)
    for key in example.keys { await session.open(key) }
    try session.finish()
    return session
  }

  private func replayer(
    _ change: Change?
  ) -> SessionReplayer<Library.State, Library.Action> {
    SessionReplayer(LibrarySession.app { Library(change: change) })
  }

  @Test("A changed call keeps its answer, and the new log matches", arguments: changed)
  func changed(example: Example) async throws {
    let session = try await session(example)
    let replayer = replayer(example.change)
    guard case .updated(let calls) = await EffectReplayer(replayer).update(path: session.path)
    else {
      Issue.record("\(await EffectReplayer(replayer).update(path: session.path))")
      return
    }
    let effect = example.change == .otherSecond ? 2 : 1
    #expect(
      calls.changes.map(\.description).prefix(1)
        == example.calls.map { "effect \(effect) of step 2: \($0)" }[...])
    guard case .updated = replayer.update(path: session.path, calls: calls).outcome else {
      Issue.record("\(replayer.update(path: session.path, calls: calls))")
      return
    }
    let report = await EffectReplayer(replayer).replay(path: session.path)
    #expect(report.divergence == nil && report.obstacle == nil && report.unverified == [])
    #expect(report.verifiedCount == effect)
    // The recording app no longer matches the log.
    #expect(await session.replay().divergence != nil)
    let recorded = SessionCalls(try SessionReader(path: session.path))
    #expect(recorded.fault == nil)
    let numbers = recorded.all().map(\.number)
    #expect(numbers == Array(1...UInt64(recorded.count)))
    await session.end()
  }

  @Test(
    "A log that lacks an answer, or has a different action, is refused",
    arguments: [
      Example(.otherEndpoint, .find(3), "find 3"), Example(.otherPayload, .find(3), "find 3"),
      Example(.actionTwice, .find(3), "find 3"), Example(.additionalCall, .find(3), "find 3"),
      Example(.swappedCalls, .measure("even")),
      Example(.saveBeforeWait, .copy("a"), "load a", "save copy"),
      Example(.earlyEnd, .copy("a"), "load a", "save copy"),
      Example(.retriedTwice, .copy("no"), "load no", "load no"),
      Example(.stoppedStream, .watch(2), "update", "update", "update"),
    ])
  func refused(example: Example) async throws {
    let session = try await session(example)
    let update = await EffectReplayer(replayer(example.change)).update(path: session.path)
    guard case .refused(let divergence) = update else {
      Issue.record("\(update)")
      return
    }
    #expect(divergence.step == 2)
    #expect(await session.replay().divergence == nil)
    await session.end()
  }

  @Test("The calls of an unchanged app are not changed")
  func unchanged() async throws {
    let session = try await session(Example(.otherArgument, .both(1, 2), "find 2", "find 1"))
    guard case .updated(let calls) = await EffectReplayer(replayer(nil)).update(path: session.path)
    else {
      Issue.record("the effects are not verified")
      return
    }
    #expect(calls.changes == [] && calls.first == nil)
    #expect(calls.events == (try SessionReader(path: session.path).events()))
    guard case .unchanged = replayer(nil).update(path: session.path, calls: calls).outcome else {
      Issue.record("the log is updated")
      return
    }
    await session.end()
  }

  @Test("A call in progress at the end of the log may be left out")
  func inProgress() async throws {
    let session = try LibrarySession()
    await session.send(.copy("a"))
    await session.open("load a")
    await session.send(.text("later"))
    try session.finish()
    let update = await EffectReplayer(replayer(.earlyEnd)).update(path: session.path)
    guard case .updated(let calls) = update else {
      Issue.record("\(update)")
      return
    }
    #expect(calls.changes.map(\.new) == [nil])
    #expect(calls.events.last?.event.content == .finished)
    await session.end()
  }
}
