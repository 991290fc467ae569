import Foundation
import SessionReplay
import SessionReports

/// Measures the figures of `Documentation/Performance.md`, each with a yardstick from the same run.
///
///     Benchmarks [--json] [--long] [FIGURE…]     measures figures with these prefixes, or all
///     Benchmarks --generate COUNT FILE           records COUNT steps of the standard session
///     Benchmarks --replay FILE                   replays the log, and prints the peak memory in KiB
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
    if arguments.first == "--replay", arguments.count == 2 { return replay(arguments[1]) }
    let folder = FileManager.default.temporaryDirectory.path + "/reprise-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    let wanted = arguments.filter { !$0.hasPrefix("-") }
    func isWanted(_ name: String) -> Bool {
      wanted.isEmpty || wanted.contains { name.hasPrefix($0) }
    }
    var figures: [Figure] = []
    if isWanted("store.send") { figures.append(StoreFigures.send()) }
    if isWanted("shared.send") { figures.append(StoreFigures.sendShared()) }
    for rows in [10, 1_000, 10_000] where isWanted("foreach.\(rows)") {
      figures.append(StoreFigures.forEach(rows: rows))
    }
    if isWanted("dependency.read") { figures.append(StoreFigures.readDependency()) }
    if isWanted("effect.send") { figures.append(StoreFigures.sendEffect()) }
    if isWanted("effect.run") { figures.append(await StoreFigures.runEffect()) }
    if isWanted("observe") { figures += ObservationFigures.all() }
    if isWanted("teststore") { figures += await TestStoreFigures.all() }
    figures += try RecordFigures.all(in: folder, isWanted: isWanted)
    figures += try ReplayFigures.all(
      in: folder, longCount: arguments.contains("--long") ? 100_000_000 : 10_000_000,
      isWanted: isWanted)
    figures += try CorpusFigures.all(
      in: folder, longCount: arguments.contains("--long") ? 100_000 : 5_000, isWanted: isWanted)
    figures += try ScriptFigures.all(in: folder, isWanted: isWanted)
    figures += try PageFigures.all(in: folder, isWanted: isWanted)
    #if os(Linux)
      figures += try ScreenFigures.all(in: folder, isWanted: isWanted)
    #endif

    if arguments.contains("--json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    } else {
      print(table(figures))
    }
  }

  private static func replay(_ path: String) {
    let report = RecordedSession.replay(path)
    guard report.verdict.kind == .match else {
      print(ReplayText().lines(for: report).joined(separator: "\n"))
      exit(report.verdict.kind.exitCode)
    }
    // Not `getrusage(2)`, which includes the memory of the process before it executed this program.
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
