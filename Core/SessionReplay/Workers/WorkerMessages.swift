/// What an app and its runtime say on standard error before they end.
package struct WorkerMessages {
  private static let limit = 500

  /// The line in which the runtime says why the app ended.
  package let fatal: String?
  /// The last line, if the runtime said nothing.
  package let last: String?

  /// Finds the lines in what was written.
  package init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    fatal = lines.last { line in
      ["Fatal error", "Precondition failed", "Assertion failed"].contains { line.contains($0) }
    }.map(Self.cut)
    last = fatal == nil ? lines.last.map(Self.cut) : nil
  }

  private static func cut(_ line: Substring) -> String {
    line.count > limit ? "\(line.prefix(limit))…" : String(line)
  }
}
