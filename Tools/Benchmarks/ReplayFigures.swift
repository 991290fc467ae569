import App
import Foundation
import SessionReplay

@MainActor
enum ReplayFigures {
  /// Returns the selected figures. `longCount` is the number of steps of the long log.
  static func all(
    in folder: String, longCount: Int, isWanted: (String) -> Bool
  ) throws -> [Figure] {
    var figures: [Figure] = []
    if isWanted("replay.verified") { figures.append(try replay(in: folder)) }
    if isWanted("replay.memory") { figures.append(try memory(in: folder, longCount: longCount)) }
    if isWanted("seek") { figures.append(try seek(in: folder)) }
    if isWanted("startup") { figures.append(try startup(in: folder)) }
    figures += try questions(in: folder, isWanted)
    return figures
  }

  /// Measures the commands that query a log of a million steps, with their output discarded.
  private static func questions(
    in folder: String, _ isWanted: (String) -> Bool
  ) throws -> [Figure] {
    let log = "'\(folder)/questions.reprise'"
    let questions = [
      ("show", "\(log)", 3.0), ("trace", "\(log) counter.count", 2), ("blame", log, 2),
      ("why", "\(log) 500000", 2), ("diff", "\(log) \(log)", 2),
    ].filter { isWanted($0.0) }
    guard !questions.isEmpty else { return [] }
    _ = try RecordedSession.generate(count: 1_000_000, at: folder + "/questions.reprise")
    return try questions.map { verb, operands, budget in
      let command = "'\(Subprocess.sibling("reprise"))' \(verb) \(operands) > /dev/null"
      let start = DispatchTime.now().uptimeNanoseconds
      try Subprocess.run("/bin/sh", ["-c", command])
      let value = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      return Figure(
        verb, value, unit: "s", yardstick: "budget", yardstickValue: budget,
        budget: "≤ \(Int(budget)) s for 1,000,000 steps")
    }
  }

  private static func replay(in folder: String) throws -> Figure {
    let count = 1_000_000
    let path = folder + "/replay.reprise"
    _ = try RecordedSession.generate(count: count, at: path)
    let value = nanoseconds(per: count) {
      let report = RecordedSession.replay(path)
      precondition(report.verifiedSteps == UInt64(count), "\(report)")
    }
    let json = JSONLines(StandardSession.actions(count: 20_000)).decodeTime
    return Figure(
      "replay.verified", 1_000 / value, unit: "million steps/s",
      yardstick: "JSONDecoder of the action", yardstickValue: 1_000 / json,
      budget: "≥ 3 million")
  }

  /// Measures the memory of a process that replays a long log, compared with that for a short one.
  private static func memory(in folder: String, longCount: Int) throws -> Figure {
    let short = folder + "/short.reprise"
    let long = folder + "/long.reprise"
    _ = try RecordedSession.generate(count: 1_000, at: short)
    _ = try RecordedSession.generate(count: longCount, at: long)
    defer { try? FileManager.default.removeItem(atPath: long) }
    return Figure(
      "replay.memory", try residentMebibytes(replaying: long), unit: "MiB",
      yardstick: "for 1,000 steps instead of \(longCount)",
      yardstickValue: try residentMebibytes(replaying: short), budget: "≤ 64 MiB, the same")
  }

  private static func residentMebibytes(replaying path: String) throws -> Double {
    let kibibytes = try Subprocess.run(
      Subprocess.sibling("Benchmarks"), ["--replay", path])
    return (Double(kibibytes.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan) / 1024
  }

  /// Measures the slowest of many cold starts that open a log and show the state after one step.
  private static func seek(in folder: String) throws -> Figure {
    let count = 10_000_000
    let path = folder + "/seek.reprise"
    _ = try RecordedSession.generate(count: count, at: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var worst = 0.0
    for index in 0..<100 {
      let step = UInt64(index * 7_919_317 % count)
      let start = DispatchTime.now().uptimeNanoseconds
      let cursor = try SessionCursor(SessionReader(path: path), at: step)
      precondition(cursor.number == step)
      worst = max(worst, Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000)
    }
    return Figure(
      "seek", worst, unit: "ms", yardstick: "budget", yardstickValue: 10, budget: "≤ 10 ms")
  }

  private static func startup(in folder: String) throws -> Figure {
    let path = folder + "/startup.reprise"
    _ = try RecordedSession.generate(count: 100, at: path)
    let reprise = Subprocess.sibling("reprise")
    let count = 20
    let value =
      try (0..<count).map { _ in
        let start = DispatchTime.now().uptimeNanoseconds
        try Subprocess.run(reprise, ["info", path])
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
      }.min() ?? .nan
    let bare =
      try (0..<count).map { _ in
        let start = DispatchTime.now().uptimeNanoseconds
        try Subprocess.run("/usr/bin/env", ["true"])
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
      }.min() ?? .nan
    return Figure(
      "startup", value, unit: "ms", yardstick: "a process that does nothing",
      yardstickValue: bare, budget: "≤ 15 ms")
  }
}
