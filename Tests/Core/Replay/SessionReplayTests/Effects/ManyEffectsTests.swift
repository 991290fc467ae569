import ComposableArchitecture
import DependencyInjection
import SessionReplay
import Foundation
import Testing
import TestSupport

@MainActor
@Suite("Many effects at the same time")
struct ManyEffectsTests {
  /// `make random-sessions` runs the test with 10,000 effects.
  private static let count =
    ProcessInfo.processInfo.environment["MANY_EFFECTS"].flatMap(Int.init) ?? 400

  private static func action(_ number: Int, _ generator: inout SeededGenerator) -> Library.Action {
    generator.pick([
      .find(number), .copy("\(number)"), .copy("no"), .watch(3), .tally(2), .peek(2), .read("a"),
      .borrow("\(number)"), .both(number, number + 1), .loadInTime("\(number)"), .tick, .stamp,
      .visit("night"), .merged(number, number),
    ])
  }

  /// Records a session whose effects start before any of them gets an answer.
  private func record() async throws -> EffectSession<BriefLibrary> {
    let session = try EffectSession(Library.State()) { BriefLibrary() }
    var generator = SeededGenerator(seed: 1)
    await session.start((0..<Self.count).map { Self.action($0, &generator) })
    for round in 0..<8 {
      for key in session.gate.keys where generator.below(3) > 0 { session.gate.open(key) }
      if round == 3 { await session.start([.giveBack]) }
      await session.advance(milliseconds: 300)
    }
    try session.finish()
    return session
  }

  private func replayTwice(
    _ session: EffectSession<BriefLibrary>, _ change: Change? = nil
  ) async -> EffectReport {
    let reports = [
      await session.replay { BriefLibrary(change: change) }.effects,
      await session.replay { BriefLibrary(change: change) }.effects,
    ]
    #expect(String(reflecting: reports[0]) == String(reflecting: reports[1]))
    return reports[0]
  }

  @Test("Streams, sleeps and cancellations match, and their report is the same each time")
  func match() async throws {
    let session = try await record()
    let report = await replayTwice(session)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount >= Self.count)
    await session.end()
  }

  @Test("A change in one effect is reported in the same way each time")
  func change() async throws {
    let session = try await record()
    #expect(await replayTwice(session, .otherArgument).divergence?.name == "call diverged")
    await session.end()
  }
}

/// A library that keeps only its last answers. The size of its state must not matter.
@Reducer
private struct BriefLibrary {
  typealias State = Library.State
  typealias Action = Library.Action

  var change: Change?

  var body: some ReducerOf<Self> {
    Library(change: change)
    Reduce { state, _ in
      state.numbers = state.numbers.suffix(1)
      state.texts = state.texts.suffix(1)
      return .none
    }
  }
}
