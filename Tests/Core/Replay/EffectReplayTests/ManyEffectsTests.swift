import ComposableArchitecture
import DependencyInjection
import EffectReplay
import Foundation
import SessionReplay
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
  private func record() async throws -> LibrarySession {
    let session = try LibrarySession()
    var generator = SeededGenerator(seed: 1)
    for number in 0..<Self.count { session.store.send(Self.action(number, &generator)) }
    for round in 0..<8 {
      for key in session.gate.keys where generator.below(3) > 0 { session.gate.open(key) }
      if round == 3 { session.store.send(.giveBack) }
      await session.advance(milliseconds: 300)
    }
    try session.finish()
    return session
  }

  @Test("Streams, sleeps and cancellations match, and their report is the same each time")
  func match() async throws {
    let session = try await record()
    let reports = [await session.replay(), await session.replay()]
    #expect(reports[0].divergence?.description == nil)
    #expect(reports[0].unverified == [])
    #expect(reports[0].verifiedCount >= Self.count)
    #expect(String(reflecting: reports[0]) == String(reflecting: reports[1]))
    await session.end()
  }

  @Test("A change in one of them is reported as the same each time")
  func change() async throws {
    let session = try await record()
    let reports = [await session.replay(.otherArgument), await session.replay(.otherArgument)]
    #expect(reports[0].divergence?.name == "call diverged")
    #expect(String(reflecting: reports[0]) == String(reflecting: reports[1]))
    await session.end()
  }
}
