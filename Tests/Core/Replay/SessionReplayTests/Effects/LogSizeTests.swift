import ComposableArchitecture
import SessionReplay
import RecordCoding
import SessionLog
import SessionDocument
import SessionModel
import SessionRecording
import Testing

@MainActor
@Suite("Sizes of logs with effects")
struct LogSizeTests {
  /// Returns a finished session that was recorded at a level.
  private func session(
    _ level: RecordingLevel, _ act: (LibrarySession) async -> Void
  ) async throws -> LibrarySession {
    let session = try LibrarySession(change: { options, _ in options.level = level })
    await act(session)
    try session.finish()
    return session
  }

  private func length(_ session: LibrarySession) throws -> Int {
    try #require(LogReader.length(of: session.path))
  }

  @Test(
    "A log whose steps have no effects is at most 10 bytes larger at the level effects",
    arguments: [0, 1, 5_000])
  func withoutEffects(count: Int) async throws {
    func act(_ session: LibrarySession) {
      for number in 0..<count { session.store.send(.number(number)) }
    }
    let session = try await session(.effects, act)
    #expect(try length(session) <= length(try await self.session(.steps, act)) + 10)
    let header = try SessionReader(path: session.path).header
    #expect(header.level == .effects)
    #expect(header.endpoints == nil)
    #expect(!header.requires.contains(SessionHeader.calls))
    let report = await session.replay()
    #expect(report.obstacle == nil)
    #expect(report.divergence == nil)
  }

  @Test("A log whose effects make no calls lists the endpoints")
  func withoutCalls() async throws {
    let session = try await session(.effects) { await $0.send(.guess(1)) }
    #expect(try SessionReader(path: session.path).header.endpoints?.isEmpty == false)
    let report = await session.replay()
    #expect(report.obstacle == nil)
  }

  @Test("A debounced edit takes at most two bytes more with its effect")
  func debounced() async throws {
    let count = 1_000
    func act(_ session: LibrarySession) async {
      for number in 0..<count {
        await session.send(.search("text \(number)"))
        // The times between edits all differ.
        await session.clock.advance(by: .nanoseconds(number * number % 100_003 * 997))
      }
    }
    let session = try await session(.effects, act)
    let length = try length(session)
    #expect(length <= (try self.length(try await self.session(.steps, act))) + 2 * count)
    let report = await session.replay()
    #expect(report.divergence == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == count)
    await session.end()
  }
}
