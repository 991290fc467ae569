import ComposableArchitecture
import SessionReplay
import SessionDocument
import SessionModel
import Testing

@MainActor
@Suite("Calls of a session that is resumed")
struct ResumedCallsTests {
  private func resumption(
    of session: LibrarySession, after step: UInt64? = nil
  ) throws -> SessionResumption<Library.State, Library.Action> {
    try SessionResumption(
      path: session.path, after: step, of: SessionReplayer(LibrarySession.app { Library() }))
  }

  @Test("Calls continue with the next numbers, and effects in progress are not verified further")
  func continuing() async throws {
    let first = try LibrarySession()
    await first.send(.find(3))
    await first.open("find 3")
    await first.send(.borrow("a"))
    try first.finish()
    await first.end()
    let next = try LibrarySession(resuming: try resumption(of: first))
    // This cancels no effect of the store, but an effect of the replay's store.
    await next.send(.giveBack)
    await next.send(.find(4))
    await next.open("find 4")
    try next.finish()
    let report = await next.replay()
    #expect(report.divergence == nil)
    #expect(report.verifiedCount == 2)
    #expect(report.unverified.map(\.step) == [3])
    #expect(report.unverified.map(\.reason) == ["the session was resumed without the rest of it"])
    let calls = SessionCalls(try SessionReader(path: next.path))
    #expect(calls.fault == nil)
    #expect(calls.all().map(\.number) == [1, 2, 3])
    #expect(calls.all().map(\.effect) == [1, 2, 3])
    await next.end()
  }

  @Test("A session that is resumed twice keeps all calls")
  func twice() async throws {
    var session = try LibrarySession()
    await session.send(.find(1))
    for number in 2...3 {
      try session.finish()
      await session.end()
      session = try LibrarySession(resuming: try resumption(of: session))
      await session.send(.find(number))
      await session.open("find \(number)")
    }
    try session.finish()
    let report = await session.replay()
    #expect(report.divergence == nil)
    #expect(report.verifiedCount == 2)
    #expect(report.unverified.map(\.step) == [1])
    await session.end()
  }

  @Test("Calls of an endpoint that the app lacks are not copied, and named")
  func uncopied() async throws {
    let session = try LibrarySession()
    await session.send(.find(3))
    try session.finish()
    let reader = try SessionReader(path: session.path)
    let header = reader.header
    _ = try CopiedEvents(try reader.events(), of: header, for: header)
    let error = #expect(throws: UncopiedCall.self) {
      try CopiedEvents(try reader.events(), of: header, for: header.withoutCalls())
    }
    #expect(error?.endpoint == "LibraryClient.find")
    await session.end()
  }

  @Test("An action after the last step is left out, and so is the end of the effect that sent it")
  func earlierStep() async throws {
    let first = try LibrarySession()
    await first.send(.find(3))
    await first.open("find 3")
    try first.finish()
    let next = try LibrarySession(resuming: try resumption(of: first, after: 1))
    try next.finish()
    let events = try SessionReader(path: next.path).events()
    #expect(events.last?.event.content == .abandoned)
    #expect(!events.contains { $0.event.content == .sent })
    let report = await next.replay()
    #expect(report.divergence == nil && report.unverified.count == 1)
    await next.end()
  }
}
