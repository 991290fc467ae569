import App
import Foundation
import SessionDocument
import SessionReplay

@MainActor
enum ReplayFigures {
  /// Measures a command that queries a log of a million steps, with its output discarded.
  static func query(
    _ verb: String, _ operands: (_ log: String) -> String, atMost ratio: Double, in folder: String
  ) throws -> Figure {
    let count = 1_000_000
    let log = folder + "/query.reprise"
    // All verbs query the same log.
    if !FileManager.default.fileExists(atPath: log) {
      _ = try RecordedSession.generate(count: count, at: log)
    }
    let command = "'\(Subprocess.sibling("reprise"))' \(verb) \(operands("'\(log)'")) > /dev/null"
    let time = try milliseconds { try Subprocess.run("/bin/sh", ["-c", command]) }
    return Figure(
      verb, time * 1_000_000 / Double(count), unit: "ns/step", .jsonEncoder, .ratio(atMost: ratio))
  }

  static func replay(in folder: String) throws -> Figure {
    let count = 1_000_000
    let path = folder + "/replay.reprise"
    _ = try RecordedSession.generate(count: count, at: path)
    let value = nanoseconds(per: count) {
      let report = RecordedSession.replay(path)
      precondition(report.verifiedSteps == UInt64(count), "\(report)")
    }
    let json = Yardstick(Yardstick.jsonDecoder.name, 1_000 / Yardstick.jsonDecoder.value)
    return Figure(
      "replay.verified", 1_000 / value, unit: "million steps/s", json, .ratio(atLeast: 6))
  }

  /// Measures the memory of a process that replays a long log, compared with a process that replays
  /// a short one.
  static func memory(in folder: String, longCount: Int) throws -> Figure {
    let short = folder + "/short.reprise"
    let long = folder + "/long.reprise"
    _ = try RecordedSession.generate(count: 1_000, at: short)
    _ = try RecordedSession.generate(count: longCount, at: long)
    defer { try? FileManager.default.removeItem(atPath: long) }
    return Figure(
      "replay.memory", try residentMebibytes(replaying: long), unit: "MiB",
      Yardstick(
        "for 1,000 steps instead of \(longCount)", try residentMebibytes(replaying: short)),
      .value(atMost: 64, ratioAtMost: 1.1))
  }

  static func residentMebibytes(
    replaying path: String, by option: String = "--replay"
  ) throws -> Double {
    let kibibytes = try Subprocess.run(
      Subprocess.sibling("Benchmarks"), [option, path])
    return (Double(kibibytes.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan) / 1024
  }

  /// Measures a cold start that opens a log and shows the state after one step.
  static func seek(in folder: String) throws -> Figure {
    let count = 10_000_000
    return Figure(
      "seek", try slowestSeek(stepCount: count, in: folder), unit: "ms",
      Yardstick("in 1,000 steps", try slowestSeek(stepCount: 1_000, in: folder)),
      .value(atMost: 10))
  }

  private static func slowestSeek(stepCount: Int, in folder: String) throws -> Double {
    let path = folder + "/seek.reprise"
    _ = try RecordedSession.generate(count: stepCount, at: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try (0..<100).map { index in
      let step = UInt64(index * 7_919_317 % stepCount)
      return try milliseconds {
        let entries = try SessionEntries(
          SessionReader(path: path), after: step, comparing: .none)
        precondition(entries.number == step && entries.state != nil)
      }
    }.max() ?? .nan
  }

  static func startup(in folder: String) throws -> Figure {
    let path = folder + "/startup.reprise"
    _ = try RecordedSession.generate(count: 100, at: path)
    let reprise = Subprocess.sibling("reprise")
    let value = try fastestMilliseconds { try Subprocess.run(reprise, ["info", path]) }
    return Figure("startup", value, unit: "ms", .emptyProcess, .ratio(atMost: 10))
  }
}
