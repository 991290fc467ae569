import Foundation

/// Measures what the README quotes, each figure beside a yardstick in the same run.
@main
struct Benchmarks {
  @MainActor
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/reprise-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    let wanted = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("-") }
    func isWanted(_ name: String) -> Bool {
      wanted.isEmpty || wanted.contains { name.hasPrefix($0) }
    }
    var figures: [Figure] = []
    if isWanted("store.send") { figures.append(StoreFigures.send()) }
    for rows in [10, 1_000, 10_000] where isWanted("foreach.\(rows)") {
      figures.append(StoreFigures.forEach(rows: rows))
    }
    if isWanted("effect.send") { figures.append(StoreFigures.sendEffect()) }
    if isWanted("effect.run") { figures.append(await StoreFigures.runEffect()) }
    if isWanted("teststore") { figures += await TestStoreFigures.all() }
    figures += try LogFigures.all(in: folder, isWanted: isWanted)

    if CommandLine.arguments.contains("--json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    } else {
      print(table(figures))
    }
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
