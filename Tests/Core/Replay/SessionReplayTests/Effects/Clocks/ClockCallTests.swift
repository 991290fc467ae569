import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionDocument
import SessionModel
import SessionRecording
import SessionReplay
import Testing

/// A feature whose effect uses a clock.
@Reducer
private struct Waiter {
  @Recordable
  struct State: Equatable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case wait
    case waited
  }

  let wait: @Sendable (AnyClock<Duration>, Send<Action>) async throws -> Void

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .wait:
        return .run { [wait] send in
          // The clock is read here, because it is a dependency of the effect.
          @Dependency(\.continuousClock) var clock
          try await wait(AnyClock(clock), send)
        } catch: { _, _ in
        }
      case .waited:
        state.count += 1
        return .none
      }
    }
  }
}

/// A use of a clock, and the calls of the clock in a log.
private struct ClockUse: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let calls: [String]
  let wait: @Sendable (AnyClock<Duration>, Send<Waiter.Action>) async throws -> Void

  init(
    _ name: String, _ calls: [String],
    wait: @escaping @Sendable (AnyClock<Duration>, Send<Waiter.Action>) async throws -> Void
  ) {
    (testDescription, self.calls, self.wait) = (name, calls, wait)
  }

  static let timer = ClockUse(
    "timer", ["now → 0 s", "sleep(1 s)", "now → 1 s", "sleep(1 s)", "now → 2 s", "sleep(1 s)"]
  ) { clock, send in
    for await _ in clock.timer(interval: .seconds(1)).prefix(3) { await send(.waited) }
  }

  static let all = [
    timer,
    ClockUse("sleep", ["sleep(0.3 s)", "sleep(0.2 s)"]) { clock, send in
      try await clock.sleep(for: .milliseconds(300))
      await send(.waited)
      try await clock.sleep(for: .milliseconds(200))
    },
    ClockUse("deadlines from one reading", ["sleep(1 s)", "sleep(2 s)", "sleep(1 s)"]) {
      clock, send in
      var deadline = clock.now
      for seconds in [1, 2, 1] {
        deadline = deadline.advanced(by: .seconds(seconds))
        try await clock.sleep(until: deadline)
        await send(.waited)
      }
    },
    ClockUse("sum", ["sleep(1.5 s)"]) { clock, send in
      let start = clock.now
      try await clock.sleep(
        until: start.advanced(by: .seconds(1)).advanced(by: .milliseconds(500)))
      await send(.waited)
    },
    ClockUse("earlier deadline", ["sleep(2 s)", "sleep(1 s)"]) { clock, send in
      let start = clock.now
      try await clock.sleep(until: start.advanced(by: .seconds(2)))
      try await clock.sleep(until: start.advanced(by: .seconds(1)))
      await send(.waited)
    },
    ClockUse("tasks", ["sleep(1 s)", "sleep(2 s)"]) { clock, send in
      let start = clock.now
      await withTaskGroup { group in
        for seconds in [1, 2] {
          group.addTask { try? await clock.sleep(until: start.advanced(by: .seconds(seconds))) }
        }
      }
      await send(.waited)
    },
    ClockUse("chain in another task", ["sleep(1 s)", "sleep(2 s)"]) { clock, send in
      let start = clock.now.advanced(by: .seconds(1))
      try await clock.sleep(until: start)
      await Task { try? await clock.sleep(until: start.advanced(by: .seconds(1))) }.value
      await send(.waited)
    },
    ClockUse("measurement", ["sleep(1 s)", "now → 0 s", "now → 1 s"]) { clock, send in
      let start = clock.now
      try await clock.sleep(for: .seconds(1))
      if start.duration(to: clock.now) == .seconds(1) { await send(.waited) }
    },
    ClockUse("measurement back", ["sleep(1 s)", "now → 0 s", "now → 1 s"]) { clock, send in
      let start = clock.now
      try await clock.sleep(for: .seconds(1))
      if clock.now.duration(to: start) == .seconds(-1) { await send(.waited) }
    },
    ClockUse(
      "missed deadlines",
      [
        "now → 0 s", "sleep(1 s)", "sleep(2.5 s)", "now → 3.5 s", "sleep(3 s)", "sleep(2.5 s)",
      ]
    ) { clock, send in
      for await _ in clock.timer(interval: .seconds(1)).prefix(2) {
        try await clock.sleep(for: .milliseconds(2_500))
        await send(.waited)
      }
    },
  ]
}

@MainActor
@Suite("Calls of clocks")
struct ClockCallTests {
  private func record(_ use: ClockUse) async throws -> EffectSession<Waiter> {
    let session = try EffectSession(Waiter.State()) { Waiter(wait: use.wait) }
    await session.send(.wait)
    for _ in 1...20 { await session.advance(milliseconds: 500) }
    try session.finish()
    await session.end()
    return session
  }

  /// Returns the calls of a log in the order of its events.
  private func calls(_ path: String) throws -> [String] {
    let reader = try SessionReader(path: path)
    let text = CallText(header: reader.header)
    var calls: [String] = []
    for event in try reader.events() {
      switch event.event.content {
      case .called(_, let endpoint, let arguments):
        calls.append(text.beginning(ofCallOf: endpoint, arguments))
      case .ended(_, .value(let bytes)) where !bytes.isEmpty:
        calls[calls.count - 1] += " → \(try #require(Duration(decoding: bytes)).text)"
      default: break
      }
    }
    return calls.map {
      $0.replacing("continuousClock.", with: "").replacing("now()", with: "now")
        .replacing("300 ms", with: "0.3 s").replacing("200 ms", with: "0.2 s")
    }
  }

  @Test("A log has durations, and readings in their order", arguments: ClockUse.all)
  private func order(_ use: ClockUse) async throws {
    let session = try await record(use)
    #expect(try calls(session.path) == use.calls)
  }

  @Test("A replay makes the same calls", arguments: ClockUse.all)
  private func replay(_ use: ClockUse) async throws {
    let session = try await record(use)
    let (steps, effects) = await session.replay { Waiter(wait: use.wait) }
    #expect(steps.verdict.kind == .match)
    #expect(effects.divergence?.description == nil)
    #expect(effects.unverified == [])
    #expect(effects.verifiedCount == 1)
  }

  @Test(
    "Older logs replay with their own form of calls",
    arguments: ClockUse.all.filter { OlderClockLogs.logs[$0.testDescription] != nil })
  private func older(_ use: ClockUse) async throws {
    let session = try EffectSession(Waiter.State()) { Waiter(wait: use.wait) }
    try session.finish()
    let log = try #require(OlderClockLogs.logs[use.testDescription])
    let data = try #require(Data(base64Encoded: log))
    try data.write(to: URL(fileURLWithPath: session.path))
    let older = await session.replay { Waiter(wait: use.wait) }.effects
    #expect(older.divergence?.description == nil)
    #expect(older.unverified == [])
    #expect(older.verifiedCount == 1)
    // The next log has its own form, even if the same process replays it.
    try await replay(use)
  }

  @Test("A timer with a different interval is found")
  func otherInterval() async throws {
    let session = try await record(.timer)
    let report = await session.replay {
      Waiter { clock, send in
        for await _ in clock.timer(interval: .seconds(2)).prefix(3) { await send(.waited) }
      }
    }.effects
    let text = report.divergence?.description ?? ""
    #expect(
      text.contains("continuousClock.sleep(1 s), actual continuousClock.sleep(2 s)"), "\(text)")
  }
}

extension Duration {
  fileprivate var text: String {
    "\(Double(self / .milliseconds(1)) / 1_000) s".replacing(".0 s", with: " s")
  }
}
