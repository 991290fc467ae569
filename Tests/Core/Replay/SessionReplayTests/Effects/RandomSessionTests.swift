import ComposableArchitecture
import DependencyInjection
import SessionReplay
import SessionRecording
import Testing
import TestSupport

@MainActor
@Suite("Effects of random sessions")
struct RandomSessionTests {
  private static func action(_ generator: inout SeededGenerator) -> Library.Action {
    let name = generator.pick(["a", "bc", "no"])
    let number = generator.below(5)
    return generator.pick([
      .find(number), .copy(name), .visit(generator.pick(["a", "refused", "night"])), .lend(number),
      .measure(name), .watch(number), .tally(number),
      .peek(number), .read(name), .search(name), .borrow(name), .giveBack,
      .both(number, number + 1), .each(number, 7), .merged(number, 8), .inTurn(number, 9), .stamp,
      .keep(name), .restore, .text(name), .addShelf(number % 2), .removeShelf(number % 2),
      .shelves(.element(id: number % 2, action: .load)), .show(number), .hide, .detail(.load),
    ])
  }

  /// Whether a row or a detail can receive an action.
  private static func isPossible(_ action: Library.Action, in state: Library.State) -> Bool {
    switch action {
    case .shelves(.element(let id, _)): state.shelves[id: id] != nil
    case .detail: state.detail != nil
    default: true
    }
  }

  /// Records a session, and returns the number of the first step with each action.
  static func perform(
    _ session: LibrarySession, seed: Int
  ) async -> [(UInt64, Library.Action)] {
    var generator = SeededGenerator(seed: UInt64(seed))
    var steps: [(UInt64, Library.Action)] = []
    for _ in 0..<30 {
      let keys = session.gate.keys
      if !keys.isEmpty, generator.below(3) > 0 {
        await session.open(generator.pick(keys))
      } else if generator.below(5) == 0 {
        await session.advance(milliseconds: 100 * generator.below(4))
      } else {
        let action = Self.action(&generator)
        guard Self.isPossible(action, in: session.store.state) else { continue }
        steps.append((UInt64(session.recorder.stepCount + 1), action))
        await session.send(action)
      }
    }
    return steps
  }

  @Test("Actions and answers in any order match", arguments: 1...50)
  func match(seed: Int) async throws {
    let session = try LibrarySession()
    _ = await Self.perform(session, seed: seed)
    try session.finish()
    let report = await session.replay()
    #expect(report.divergence?.description == nil)
    #expect(report.unverified.map(\.reason) == [])
    #expect(report.verifiedCount > 0)
    await session.end()
  }

  @Test("A change is reported at the first effect that differs", arguments: 1...10)
  func change(seed: Int) async throws {
    let session = try LibrarySession()
    let steps = await Self.perform(session, seed: seed)
    try session.finish()
    let changes: [(Change, (Library.Action) -> Bool)] = [
      (.otherArgument, { $0.is(\.find) }), (.otherKey, { $0.is(\.keep) }),
      (.swappedCalls, { $0.is(\.measure) }), (.otherSleep, { $0.is(\.search) }),
      (.swappedReads, { $0.is(\.stamp) }),
    ]
    for (change, shows) in changes {
      let report = await session.replay(change)
      #expect(report.divergence?.step == steps.first { shows($0.1) }?.0, "\(change)")
    }
    await session.end()
  }
}
