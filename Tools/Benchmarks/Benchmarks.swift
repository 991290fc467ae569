import Foundation
import SessionReplay
import SessionReports

/// Measures the figures of `Documentation/Explanation/Performance.md`, each with a yardstick from
/// the same run. The exit code is 1 if one is over its budget.
///
///     Benchmarks [--json] [--long] [FIGURE…]  measures figures with these prefixes, or all
///     Benchmarks --generate COUNT FILE        records COUNT steps of the standard session
///     Benchmarks --replay FILE                replays the log, and prints the peak memory in KiB
///     Benchmarks --replay-effects FILE        does so with the effects of `EffectFigures`
///     Benchmarks --replay-steps FILE          does so with the same log, without its effects
@main
struct Benchmarks {
  @MainActor
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--generate", arguments.count == 3, let count = Int(arguments[1]) {
      do {
        print(try RecordedSession.generate(count: count, at: arguments[2]), "bytes")
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
      }
      return
    }
    if arguments.count == 2, let report = await report(arguments[0], on: arguments[1]) {
      return printMemory(of: report)
    }
    let unknown = arguments.first { $0.hasPrefix("-") && !["--json", "--long"].contains($0) }
    if let unknown {
      FileHandle.standardError.write(
        Data("unknown option '\(unknown)'; the options are --json and --long\n".utf8))
      exit(2)
    }
    let figures = try await figures(
      named: arguments.filter { !$0.hasPrefix("-") }, isLong: arguments.contains("--long"))
    if arguments.contains("--json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    } else {
      print(table(figures))
    }
    let exceeded = figures.filter { !$0.holds }
    for figure in exceeded {
      FileHandle.standardError.write(Data("over budget: \(figure.name)\n".utf8))
    }
    if !exceeded.isEmpty { exit(1) }
  }

  /// Returns the figures whose names begin with one of the given words, or all figures.
  @MainActor
  private static func figures(named words: [String], isLong: Bool) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.path + "/reprise-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var figures: [Figure] = []
    for (name, measure) in measurements(in: folder, isLong: isLong)
    where words.isEmpty || words.contains(where: name.hasPrefix) {
      figures += try await measure()
    }
    return figures
  }

  @MainActor
  private static func report(_ option: String, on path: String) async -> ReplayReport? {
    switch option {
    case "--replay": RecordedSession.replay(path)
    case "--replay-steps": await EffectFigures.report(on: path, withEffects: false)
    case "--replay-effects": await EffectFigures.report(on: path, withEffects: true)
    default: nil
    }
  }

  private static func printMemory(of report: ReplayReport) {
    guard report.verdict.kind == .match else {
      print(ReplayText().lines(for: report).joined(separator: "\n"))
      exit(report.verdict.kind.exitCode)
    }
    // `getrusage(2)` would include the memory of the process before it executed this program.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    print(peak?.split(separator: " ").dropFirst().first ?? "unknown")
  }

  private static func table(_ figures: [Figure]) -> String {
    var lines = ["| figure | value | yardstick | ratio | budget |", "|---|---|---|---|---|"]
    for figure in figures {
      lines.append(
        "| `\(figure.name)` | \(text(figure.value)) \(figure.unit) "
          + "| \(text(figure.yardstickValue)), \(figure.yardstick) "
          + "| \(text(figure.ratio)) | \(figure.budget) |")
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ value: Double) -> String {
    String(format: abs(value) < 10 ? "%.2f" : "%.0f", value)
  }
}
