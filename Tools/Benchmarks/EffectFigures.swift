import ComposableArchitecture
import SessionReplay
import Foundation
import SessionModel
import SessionRecording
import Synchronization

/// A client with an endpoint that does nothing.
@DependencyClient
private struct DiceClient: Sendable {
  var roll: @Sendable (_ sides: Int) -> Int = { _ in 1 }
}

extension DiceClient: DependencyKey {
  static let liveValue = DiceClient { $0 }
  static let testValue = DiceClient { $0 }
}

/// A feature whose effect makes many calls.
@Reducer
private struct DiceFeature {
  @Recordable
  struct State: Equatable, Sendable {
    var sum = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case roll(times: Int)
    case rolled(Int)
  }

  @Dependency(DiceClient.self) var dice

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .roll(let times):
        return .run { [dice] send in
          var sum = 0
          let start = uptime()
          for _ in 0..<times { sum += dice.roll(sides: 6) }
          EffectFigures.duration.store(uptime() - start, ordering: .relaxed)
          await send(.rolled(sum))
        }
      case .rolled(let sum):
        state.sum = sum
        return .none
      }
    }
  }
}

@MainActor
enum EffectFigures {
  private static let count = 20_000
  /// The nanoseconds of the last effect's calls.
  fileprivate static nonisolated let duration = Atomic<UInt64>(0)

  /// Measures what recording adds to a call of an effect, on the caller's thread.
  static func call(in folder: String) async throws -> Figure {
    let encoder = JSONEncoder()
    let json = try nanosecondsThrowing(per: count) {
      for _ in 0..<count { _ = try encoder.encode([6]) }
    }
    let bare = await nanosecondsPerCall { _ = await session(recordingInto: nil) }
    let recorded = await nanosecondsPerCall { _ = await session(recordingInto: folder) }
    return Figure(
      "record.call", recorded - bare, unit: "ns",
      Yardstick("JSONEncoder of the arguments", json), .ratio(atMost: 1))
  }

  /// Measures the events of effects that a replay verifies in a second.
  static func replay(in folder: String) async throws -> Figure {
    guard let log = await session(recordingInto: folder) else { throw CocoaError(.fileNoSuchFile) }
    let replayer = EffectReplayer(SessionReplayer { DiceFeature() })
    var events = 0
    let value = await nanoseconds(per: count * 2) {
      events = await replayer.replay(path: log.path).verifiedCount
    }
    precondition(events == 1)
    return Figure(
      "replay.effects", 1e9 / value, unit: "events/s",
      Yardstick("JSONDecoder of the action", 1e9 / Yardstick.jsonDecoder.value),
      .ratio(atLeast: 0.4))
  }

  /// Measures the memory of a process that replays the effects of a long log, compared with a
  /// process that replays only its steps.
  static func memory(in folder: String) async throws -> Figure {
    guard let log = await session(recordingInto: folder, calls: 100, followedBy: 10_000_000) else {
      throw CocoaError(.fileNoSuchFile)
    }
    defer { try? FileManager.default.removeItem(at: log) }
    return Figure(
      "replay.effects.memory",
      try ReplayFigures.residentMebibytes(replaying: log.path, by: "--replay-effects"),
      unit: "MiB",
      Yardstick(
        "of a replay without effects",
        try ReplayFigures.residentMebibytes(replaying: log.path, by: "--replay-steps")),
      .value(atMost: 64, ratioAtMost: 1.5))
  }

  /// Returns the report on the replay of a log, with or without its effects.
  static func report(on path: String, withEffects: Bool) async -> ReplayReport {
    let replayer = SessionReplayer { DiceFeature() }
    let report = replayer.replay(path: path)
    return withEffects ? await EffectReplayer(replayer).run(report) : report
  }

  private static func nanosecondsPerCall(_ session: () async -> Void) async -> Double {
    var runs = BestOfRuns()
    repeat {
      await session()
      runs.add(Double(duration.load(ordering: .relaxed)) / Double(count))
    } while !runs.isComplete
    return runs.value
  }

  /// Runs a session with one effect, further steps and a second effect. Returns its log, if it is
  /// recorded.
  private static func session(
    recordingInto folder: String?, calls count: Int = count, followedBy stepCount: Int = 0
  ) async -> URL? {
    guard let folder else {
      let store = Store(initialState: DiceFeature.State()) { DiceFeature() }
      await store.send(.roll(times: count)).finish()
      return nil
    }
    var options = SessionRecordingOptions()
    options.level = .effects
    let recorder = SessionRecorderOf<DiceFeature>(
      app: AppIdentity(name: "Dice", version: "1", build: "1"),
      folder: URL(fileURLWithPath: folder + "/effects"), options: options
    ) { fatalError("\($0)") }
    let store = Store(initialState: DiceFeature.State(), recorder: recorder) { DiceFeature() }
    await store.send(.roll(times: count)).finish()
    if stepCount > 0 {
      for _ in 0..<stepCount { store.send(.rolled(1)) }
      await store.send(.roll(times: count)).finish()
    }
    return recorder.stop()
  }

  private static func nanosecondsThrowing(
    per count: Int, _ run: () throws -> Void
  ) throws -> Double {
    var failure: (any Error)?
    let value = nanoseconds(per: count) {
      do { try run() } catch { failure = error }
    }
    if let failure { throw failure }
    return value
  }
}
