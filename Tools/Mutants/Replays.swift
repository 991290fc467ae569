import CommandLineKit
import Foundation

package enum Outcome: Equatable {
  case killed(session: String, verdict: String)
  case survived
}

/// Replays the golden sessions with one mutant at a time.
struct Replays {
  let executable: URL
  let sessions: URL
  let folder: URL

  private struct Report: Decodable {
    struct Log: Decodable {
      let path: String
      let verdict: String
    }

    let logs: [Log]
  }

  /// Replays the sessions with each mutant, one process per processor.
  func outcomes(of numbers: [Int]) throws(MutantsError) -> [Int: Outcome] {
    let outcomes = try concurrentResults(numbers) { number throws(MutantsError) in
      try outcome(of: number)
    }
    return Dictionary(uniqueKeysWithValues: zip(numbers, outcomes))
  }

  /// Replays the sessions with a mutant, or without one if the number is 0.
  func outcome(of number: Int) throws(MutantsError) -> Outcome {
    let output = folder.appending(path: "replay-\(number).json")
    let report = try call {
      _ = try ChildProcess(
        executable.path,
        ["replay", sessions.path, "--json", "--effects", "--jobs", "1", "--timeout", "5"],
        // The backtrace of a crash is not needed.
        environment: [Schemata.variable: "\(number)", "SWIFT_BACKTRACE": "enable=no"],
        output: output, ignoresErrors: true
      ).run()
      return try? JSONDecoder().decode(Report.self, from: Data(contentsOf: output))
    }
    guard let report else { throw .noReport(number: number, output: output.path) }
    try call { try FileManager.default.removeItem(at: output) }
    guard let log = report.logs.first(where: { $0.verdict != "match" }) else { return .survived }
    let name = URL(filePath: log.path).deletingPathExtension().lastPathComponent
    return .killed(session: name, verdict: log.verdict)
  }
}
