import ComposableArchitecture
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("Effects of an unchanged app")
struct UnchangedAppTests {
  /// Replays a session of one action, whose calls continue in a given order.
  private func expectMatch(
    _ action: Library.Action, _ keys: String..., count: Int = 1, leavesCalls: Bool = false
  ) async throws {
    let session = try LibrarySession()
    await session.send(action)
    for key in keys { await session.open(key) }
    #expect(session.gate.keys.isEmpty != leavesCalls)
    try await expectMatch(session, count: count)
  }

  private func expectMatch(_ session: LibrarySession, count: Int) async throws {
    try session.finish()
    let report = await session.replay()
    #expect(report.obstacle == nil)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified.map(\.reason) == [])
    #expect(report.verifiedCount == count)
    await session.end()
  }

  @Test("A call and an action match")
  func call() async throws { try await expectMatch(.find(3), "find 3") }

  @Test("Two calls in order match")
  func calls() async throws { try await expectMatch(.copy("a"), "load a", "save copy") }

  @Test("An error of any type matches by its description")
  func error() async throws { try await expectMatch(.copy("no"), "load no", "load no") }

  @Test(
    "An error that an effect catches by its type matches", arguments: ["refused", "night", "none"])
  func caughtError(name: String) async throws {
    try await expectMatch(.visit(name), "load \(name)")
  }

  @Test("A result and an error of a recordable type match", arguments: [2, 3])
  func typedError(number: Int) async throws {
    try await expectMatch(.lend(number), "lend \(number)")
  }

  @Test("Synchronous calls after an action match", arguments: ["even", "odd"])
  func synchronous(name: String) async throws { try await expectMatch(.measure(name)) }

  @Test("A stream that is consumed to its end matches")
  func stream() async throws { try await expectMatch(.watch(2), "update", "update", "update") }

  @Test("A stream that is left early matches")
  func earlyStream() async throws { try await expectMatch(.peek(3), "update") }

  @Test("A stream that throws matches")
  func throwingStream() async throws { try await expectMatch(.read("a"), "page", "page", "page") }

  @Test("Concurrent calls match in both orders", arguments: [[1, 2], [2, 1]])
  func concurrent(order: [Int]) async throws {
    try await expectMatch(.both(1, 2), "find \(order[0])", "find \(order[1])")
  }

  @Test("Merged effects match in both orders", arguments: [[1, 2], [2, 1]])
  func merged(order: [Int]) async throws {
    try await expectMatch(.merged(1, 2), "find \(order[0])", "find \(order[1])", count: 2)
  }

  @Test("Effects in turn match")
  func concatenated() async throws {
    try await expectMatch(.inTurn(1, 2), "find 1", "find 2", count: 2)
  }

  @Test("Reads of the date, of identifiers and of random numbers match")
  func reads() async throws { try await expectMatch(.stamp) }

  @Test("Saved and loaded data match")
  func storage() async throws {
    let session = try LibrarySession()
    await session.send(.restore)
    await session.send(.keep("Grüße"))
    await session.send(.restore)
    #expect(session.store.state.texts == ["", "Grüße"])
    try await expectMatch(session, count: 3)
  }

  @Test("The effects of a log with several blocks and keyframes match")
  func longLog() async throws {
    let session = try LibrarySession()
    for number in 0..<600 {
      await session.send(.find(number))
      if number > 9 { await session.open("find \(number - 10)") }
    }
    for _ in 0..<4_000 { session.store.send(.text("a")) }
    await session.open("find 599")
    #expect(session.store.state.numbers.count == 591)
    try await expectMatch(session, count: 600)
  }

  @Test("An effect that is still running at the end matches")
  func running() async throws {
    try await expectMatch(.copy("a"), "load a", leavesCalls: true)
    try await expectMatch(.find(1), leavesCalls: true)
    try await expectMatch(.watch(3), "update", leavesCalls: true)
    try await expectMatch(.both(1, 2), "find 2", leavesCalls: true)
  }

  @Test("A canceled effect matches")
  func canceled() async throws {
    let session = try LibrarySession()
    await session.send(.borrow("a"))
    await session.send(.borrow("b"))
    await session.open("load b")
    await session.send(.giveBack)
    try await expectMatch(session, count: 2)
  }

  @Test("A debounced search matches")
  func debounced() async throws {
    let session = try LibrarySession()
    await session.send(.search("a"))
    await session.advance(milliseconds: 200)
    await session.send(.search("ab"))
    await session.advance(milliseconds: 300)
    await session.send(.search("abc"))
    await session.advance(milliseconds: 300)
    await session.open("load abc")
    #expect(session.store.state.texts == ["text of abc"])
    try await expectMatch(session, count: 3)
  }

  @Test("A timer that is canceled matches")
  func timer() async throws {
    let session = try LibrarySession()
    await session.send(.tick)
    await session.advance(milliseconds: 2_500)
    await session.send(.giveBack)
    #expect(session.store.state.texts == ["tick", "tick"])
    try await expectMatch(session, count: 1)
  }

  @Test("A call that is canceled after a timeout, or before it, matches", arguments: [false, true])
  func timeout(isInTime: Bool) async throws {
    let session = try LibrarySession()
    await session.send(.loadInTime("a"))
    if isInTime { await session.open("load a") } else { await session.advance(milliseconds: 1_000) }
    #expect(session.store.state.texts == [isInTime ? "text of a" : "too late"])
    try await expectMatch(session, count: 1)
  }

  @Test("Effects of children that are removed match")
  func children() async throws {
    let session = try LibrarySession()
    for id in 1...2 {
      await session.send(.addShelf(id))
      await session.send(.shelves(.element(id: id, action: .load)))
    }
    await session.send(.show(3))
    await session.send(.detail(.load))
    await session.send(.removeShelf(1))
    await session.send(.hide)
    await session.open("load shelf 2")
    try await expectMatch(session, count: 3)
  }
}
