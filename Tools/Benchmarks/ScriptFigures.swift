import Foundation

/// Measures a scripted step of the shell, from reading its line to recording it.
@MainActor
enum ScriptFigures {
  private static let count = 200_000

  /// Measures the time per line of a recorded script, excluding the time of an empty script.
  static func step(
    _ name: String, _ options: [String], atMost ratio: Double, in folder: String
  ) throws -> Figure {
    let script = "\(folder)/script.txt"
    let empty = "\(folder)/empty.txt"
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
    try Data().write(to: URL(fileURLWithPath: empty))
    var full = BestOfRuns()
    var bare = BestOfRuns()
    repeat {
      full.add(try time(of: script, options, in: folder))
      bare.add(try time(of: empty, options, in: folder))
    } while !full.isComplete
    return Figure(
      name, (full.value - bare.value) * 1_000_000 / Double(count), unit: "ns", .jsonEncoder,
      .ratio(atMost: ratio))
  }

  /// Returns the milliseconds to record a script, with its output read from a pipe.
  private static func time(
    of script: String, _ options: [String], in folder: String
  ) throws -> Double {
    let log = "\(folder)/script.reprise"
    return try milliseconds {
      try Subprocess.run(
        Subprocess.sibling("reprise"),
        [
          "record", log, "--force", "--data-dir", "\(folder)/data", "--script", script,
          "--no-verify",
        ] + options,
        hidingErrors: true)
    }
  }

  /// A session without effects, in which a user counts and collects primes.
  private static var lines: [String] {
    let actions = [
      "counter.incrTapped", "counter.incrTapped", "counter.isPrimeButtonTapped",
      "primeModal.saveFavoritePrimeTapped", "counter.primeModalDismissed", "counter.decrTapped",
      "counter.incrTapped", "alerts.post(Alert(text: \"Prime found\", severity: .info))",
      "primeModal.removeFavoritePrimeTapped", "alerts.clearAll",
    ]
    return (0..<count).map { actions[$0 % actions.count] }
  }
}
