import ComposableArchitecture
import SessionReplay
import Testing

@MainActor
@Suite("Effects that were recorded on several threads")
struct ThreadTests {
  private func expectNoDivergence(
    _ action: Library.Action, _ keys: String..., change: (inout LibraryClient) -> Void = { _ in }
  ) async throws {
    for _ in 0..<20 {
      let session = try LibrarySession(isSerial: false, change: { _, library in change(&library) })
      await session.send(action)
      for key in keys { await session.open(key) }
      try session.finish()
      let report = await session.replay()
      #expect(report.divergence?.description == nil)
      #expect(report.verifiedCount + report.unverified.count == 1)
      await session.end()
    }
  }

  @Test("Concurrent calls that wait match")
  func waiting() async throws {
    try await expectNoDivergence(.both(1, 2), "find 2", "find 1")
  }

  @Test("Concurrent calls that are answered at once never diverge")
  func immediate() async throws {
    try await expectNoDivergence(.both(1, 2)) { $0.find = { $0 } }
    try await expectNoDivergence(.race(8)) { $0.find = { $0 } }
  }

  @Test("Concurrent calls never diverge if the log ends before the calls")
  func unfinished() async throws {
    try await expectNoDivergence(.race(3), "find 3")
  }

  @Test("A task that starts after the answer of a different task does not wait for the answer")
  func lateTask() async throws {
    let stall = Gate()
    let session = try LibrarySession(Library.State()) { Library(stall: stall) }
    await session.send(.late(1, 2))
    await session.open("find 1")
    stall.open("stall")
    await session.advance(milliseconds: 0)
    await session.open("find 2")
    try session.finish()
    let report = await session.replay()
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    await session.end()
  }
}
