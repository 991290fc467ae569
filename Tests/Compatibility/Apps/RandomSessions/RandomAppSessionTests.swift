import Foundation
import Issues
import SessionReplay
import Testing

/// Tests of whole apps' sessions, which are recorded with real clocks and threads.
///
/// The sessions differ each time. Therefore only `Tests/random_sessions.py` runs these tests, by
/// setting the variables. It records many sessions under load, and replays them in processes with
/// other settings.
@MainActor
@Suite(
  "Effects of random sessions of whole apps", .serialized,
  .enabled(
    if: Variables.folder != nil, "Tests/random_sessions.py sets RANDOM_SESSIONS_FOLDER")
)
struct RandomAppSessionTests {
  private nonisolated static let users: [any RandomUser] = [
    TodosUser(), TicTacToeUser(), SyncUpsUser(), VoiceMemosUser(), ReadingUser(),
  ]

  @Test("The effects of recorded sessions match", arguments: 0..<5)
  func match(index: Int) async throws {
    let user = Self.users[index]
    let folder = "\(try #require(Variables.folder))/\(user.name)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    // An effect of a removed child is an issue of the app, and does not concern the recording.
    try await withIssueReporters([]) {
      if Variables.all["RANDOM_SESSIONS_REPLAY"] == nil {
        for seed in Variables.seeds {
          try await user.record(at: "\(folder)/\(seed).reprise", seed: seed)
        }
      }
      if Variables.all["RANDOM_SESSIONS_RECORD"] == nil { try await replay(user, in: folder) }
    }
  }

  private func replay(_ user: any RandomUser, in folder: String) async throws {
    var replays = 0
    var verified: UInt64 = 0
    var unverified: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      guard name.hasSuffix(".reprise") else { continue }
      let report = await user.replay(at: "\(folder)/\(name)")
      let step = report.verdict.divergence?.step
      #expect(
        report.verdict.kind == .match, "\(user.name)/\(name), step \(step ?? 0): \(report.verdict)")
      #expect(report.effects?.obstacle == nil)
      replays += 1
      verified += UInt64(report.effects?.verifiedCount ?? 0)
      for effect in report.effects?.unverified ?? [] {
        unverified[effect.reason, default: 0] += 1
      }
    }
    print("random sessions:", try summary(replays, verified, unverified))
    #expect(verified > unverified.values.reduce(0, +))
  }

  private func summary(
    _ replays: Int, _ verified: UInt64, _ unverified: [String: Int]
  ) throws -> String {
    struct Summary: Encodable {
      let replays: Int
      let verified: UInt64
      let unverified: [String: Int]
    }
    let summary = Summary(replays: replays, verified: verified, unverified: unverified)
    return String(decoding: try JSONEncoder().encode(summary), as: UTF8.self)
  }
}

/// The variables that `Tests/random_sessions.py` sets.
private enum Variables {
  static let all = ProcessInfo.processInfo.environment
  /// The folder with a folder of logs for each app.
  static let folder = all["RANDOM_SESSIONS_FOLDER"]
  static let seeds: Range<UInt64> = {
    let first = all["RANDOM_SESSIONS_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + (all["RANDOM_SESSIONS"].flatMap(UInt64.init) ?? 1)
  }()
}
