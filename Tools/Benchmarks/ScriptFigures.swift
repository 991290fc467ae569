import Foundation

/// Measures a scripted step of the shell, from reading its line to recording it.
@MainActor
enum ScriptFigures {
  private static let count = 200_000

  static func all(in folder: String, isWanted: (String) -> Bool) throws -> [Figure] {
    var figures: [Figure] = []
    if isWanted("script.step") {
      figures.append(try step("script.step", ["--quiet"], budget: 3, in: folder))
    }
    if isWanted("script.step.printed") {
      figures.append(try step("script.step.printed", [], budget: 10, in: folder))
    }
    return figures
  }

  /// Measures the time per line of a recorded script, excluding that of an empty script.
  private static func step(
    _ name: String, _ options: [String], budget: Double, in folder: String
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
      name, (full.value - bare.value) / Double(count), unit: "µs", yardstick: "budget",
      yardstickValue: budget, budget: "≤ \(Int(budget)) µs")
  }

  /// Returns the microseconds to record a script, with its output read from a pipe.
  private static func time(
    of script: String, _ options: [String], in folder: String
  ) throws -> Double {
    let log = "\(folder)/script.reprise"
    let start = DispatchTime.now().uptimeNanoseconds
    try Subprocess.run(
      Subprocess.sibling("reprise"),
      [
        "record", log, "--force", "--data-dir", "\(folder)/data", "--script", script,
        "--no-verify",
      ] + options,
      hidingErrors: true)
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000
  }

  /// A session without effects, like that of a user who counts and collects primes.
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
