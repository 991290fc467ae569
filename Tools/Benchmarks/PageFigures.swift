import Foundation

/// Measures how quickly Chromium opens the page of a session and shows the state after any step.
@MainActor
enum PageFigures {
  private static let stepCount = 50_000
  private static let script = "Tests/SessionPage/measure.py"

  private struct Measured: Decodable {
    /// The time in seconds.
    let open: Double
    /// The time in milliseconds.
    let jump: Double

    enum CodingKeys: String, CodingKey {
      case open = "page.open"
      case jump = "page.jump"
    }
  }

  /// Returns the figures, with the figures of a short session as yardsticks. The result is empty
  /// without Chromium.
  static func all(in folder: String) throws -> [Figure] {
    guard
      (try? Subprocess.run("/usr/bin/env", ["chromium", "--version"], hidingErrors: true)) != nil
    else {
      FileHandle.standardError.write(
        Data("page.open and page.jump are left out: 'make setup-page' installs chromium\n".utf8))
      return []
    }
    let long = try measured(steps: stepCount, in: folder)
    let short = try measured(steps: 50, in: folder)
    return [
      Figure(
        "page.open", long.open, unit: "s", Yardstick("of a session of 50 steps", short.open),
        .value(atMost: 1)),
      Figure(
        "page.jump", long.jump, unit: "ms", Yardstick("in a session of 50 steps", short.jump),
        .value(atMost: 50)),
    ]
  }

  private static func measured(steps: Int, in folder: String) throws -> Measured {
    let log = "\(folder)/page-\(steps).reprise"
    _ = try RecordedSession.generate(count: steps, at: log)
    let program = Subprocess.sibling("reprise")
    let text = try Subprocess.run(
      "/usr/bin/env", ["REPRISE=\(program)", "python3", script, "--json", log])
    return try JSONDecoder().decode(Measured.self, from: Data(text.utf8))
  }
}
