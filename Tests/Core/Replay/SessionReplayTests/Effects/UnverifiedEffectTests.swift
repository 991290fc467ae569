import ComposableArchitecture
import SessionReplay
import Foundation
import SessionLog
import SessionDocument
import SessionModel
import SessionRecording
import Testing
import TestSupport

@MainActor
@Suite("Effects that cannot be verified")
struct UnverifiedEffectTests {
  /// Replays a session with one effect that cannot be verified and one that can.
  private func reasons(
    _ action: Library.Action, _ keys: String..., in change: Change? = nil
  ) async throws -> [String] {
    let session = try LibrarySession()
    session.outsideTimeout = .milliseconds(10)
    await session.send(action)
    for key in keys { await session.open(key) }
    await session.send(.measure("even"))
    try session.finish()
    let report = await session.replay(change)
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    #expect(report.unverified.allSatisfy { $0.step == 1 && $0.position == 1 })
    await session.end()
    return report.unverified.map(\.reason)
  }

  @Test("An effect that calls an endpoint with an unrecordable type is not verified")
  func unrecordable() async throws {
    let reasons = try await reasons(.cover("a"), "cover a")
    #expect(reasons == ["calls of 'LibraryClient.cover' are not in the log"])
  }

  @Test("An effect that uses a client without recorded endpoints is not verified")
  func unrecordedClient() async throws {
    let reasons = try await reasons(.guess(1))
    #expect(
      reasons == [
        "calls of 'GuessClient.number' cannot be seen; declare the client with @DependencyClient"
      ])
  }

  @Test("A recorder warns of an endpoint with an unrecordable type")
  func warning() async throws {
    let session = try LibrarySession()
    #expect(
      session.warnings.value == [
        """
        calls of 'LibraryClient.cover' are not recorded, because 'Cover' is not recordable; \
        effects that call it are not verified. Mark the type with @Recordable, or the endpoint \
        with @DependencyEndpoint(recorded: false)
        """
      ])
    await session.send(.cover("a"))
    try session.finish()
    await session.end()
  }

  @Test("An effect that calls an endpoint on a queue of its own is not verified")
  func queue() async throws {
    let session = try LibrarySession()
    await session.send(.elsewhere("ab"))
    while session.gate.keys.isEmpty { await Task.yield() }
    await session.send(.measure("even"))
    try session.finish()
    let report = await session.replay()
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    #expect(report.unverified.map(\.step) == [1])
    await session.end()
  }

  @Test("An effect that waits for a thread of its own never diverges")
  func thread() async throws {
    let session = try LibrarySession()
    await session.send(.thread("ab"))
    while session.store.state.numbers.isEmpty { await Task.yield() }
    await session.send(.measure("even"))
    try session.finish()
    // For the library, such a call is not part of the effect, so it reaches the client.
    let report = await withDependencies {
      $0.library = .waiting(at: Gate())
    } operation: {
      await session.replay()
    }
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount + report.unverified.count == 2)
    await session.end()
  }

  @Test("An effect that now waits for something unrecorded is not verified, and does not block")
  func wait() async throws {
    let reasons = try await reasons(.find(3), "find 3", in: .unrecordedWait)
    #expect(reasons == ["it waits for something that the log does not have"])
  }

  @Test("An effect that now runs endlessly is not verified, and does not block")
  func endlessWork() async throws {
    let reasons = try await reasons(.find(3), "find 3", in: .endlessWork)
    #expect(reasons == ["it runs without end, and does nothing that is recorded"])
  }

  @Test("A call that never ends in the recording does not block the replay")
  func endless() async throws {
    let session = try LibrarySession()
    await session.send(.find(1))
    await session.send(.copy("a"))
    await session.send(.find(2))
    await session.open("find 2")
    try session.finish()
    let report = await session.replay()
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 3)
    await session.end()
  }

  @Test("An effect that starts after an unverified effect is not verified either")
  func inTurn() async throws {
    let session = try LibrarySession()
    await session.send(.coverInTurn("a", 2))
    await session.open("cover a", "find 2")
    try session.finish()
    let report = await session.replay()
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == [
        "calls of 'LibraryClient.cover' are not in the log",
        "it starts after an effect that is not verified",
      ])
    await session.end()
  }

  @Test("Effects that began before the log of a ring are ignored")
  func ring() async throws {
    let session = try LibrarySession(change: { options, _ in options.retention = .steps(10) })
    await session.send(.inTurn(1, 3))
    for _ in 0..<3_000 { session.store.send(.text("a")) }
    await session.open("find 1")
    await session.send(.find(2))
    await session.open("find 2", "find 3")
    try session.finish()
    let start = try SessionReader(path: session.path).log.stepsBeforeStart
    #expect(start > 1)
    let report = await session.replay()
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
    await session.end()
  }

  @Test("A log of a different level has no effects to verify")
  func level() async throws {
    let session = try LibrarySession(change: { options, _ in options.level = .steps })
    await session.send(.find(1))
    try session.finish()
    let report = await session.replay()
    #expect(report.obstacle == "it has no calls")
    #expect(report.verifiedCount == 0)
    await session.end()
  }

  @Test("A log with a gap has no effects to verify")
  func gap() async throws {
    let session = try LibrarySession()
    for number in 0..<4_000 { session.store.send(.text("\(number)")) }
    await session.send(.find(1))
    try session.finish()
    let damaged = session.folder.file("damaged.reprise")
    let recovered = session.folder.file("recovered.reprise")
    let block = try LogReader(path: session.path, options: .session).blocks[1]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: session.path))
    bytes[Int(block.offset) + block.memberLength - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: damaged))
    _ = try recoverLog(from: damaged, to: recovered, overwrite: false, readerOptions: .session)
    #expect(try LogReader(path: recovered, options: .session).gaps.count == 1)
    let report = await session.replay(recovered)
    #expect(
      report.obstacle == "it does not start with a state, or has a gap or changes from outside")
    #expect(report.verifiedCount == 0)
    await session.end()
  }

  @Test("A replay calls no client, not even in an unverified effect")
  func noLiveCalls() async throws {
    let session = try LibrarySession()
    for action: Library.Action in [.cover("a"), .find(1), .copy("a"), .watch(1)] {
      await session.send(action)
    }
    await session.open("cover a", "load a")
    try session.finish()
    let calls = Gate()
    let report = await withDependencies {
      $0.library = .waiting(at: calls)
    } operation: {
      await session.replay()
    }
    #expect(report.unverified.count == 1)
    #expect(report.verifiedCount == 3)
    #expect(calls.keys == [])
    await session.end()
  }
}
