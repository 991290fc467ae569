package import ReplayCorpus
import SessionDocument
import SessionLog
package import SessionReplay

/// The first line of a results file, which identifies the replay.
package struct ResultsHeader: Codable, Equatable, Sendable {
  package static let formatVersion = 1

  package let results: Int
  package let app: String
  /// A fingerprint of the executable's bytes.
  package let executable: String
  package let options: [String]
  /// The replayed shard of the corpus, such as `2/8`.
  package let shard: String
  package let logs: Int

  /// Creates the header for the replay of a shard, or of the whole corpus.
  package init(app: String, executable: String, options: [String], shard: Shard?, logs: Int) {
    results = Self.formatVersion
    self.app = app
    self.executable = executable
    self.options = options
    self.shard = shard?.description ?? "1/1"
    self.logs = logs
  }

  /// Describes the difference from the header of a different shard; `nil` if the replays are the
  /// same.
  func difference(from other: ResultsHeader) -> String? {
    if app != other.app { return "of the app '\(other.app)', and not of '\(app)'" }
    if executable != other.executable { return "of another build" }
    if options != other.options {
      return "made with \(Self.text(of: other.options)), and not with \(Self.text(of: options))"
    }
    return nil
  }

  private static func text(of options: [String]) -> String {
    options.isEmpty ? "no options" : options.joined(separator: " ")
  }
}

/// A line of a results file, with the result of one log.
package struct ResultsLine: Codable, Sendable {
  package let log: String
  /// The zero-based position of the log in the whole corpus.
  package let position: Int
  /// The size of the log in bytes, and its modification time in nanoseconds since 1970.
  package let bytes: Int
  package let modified: Int
  package let verdict: String
  package let steps: UInt64
  package let verifiedSteps: UInt64
  package let microseconds: UInt64
  /// The full report; `nil` for a match without remarks.
  let details: ReplayReport?

  package var report: ReplayReport {
    if let details { return details }
    var report = ReplayReport(
      path: log, verdict: .match, verifiedSteps: verifiedSteps, stepCount: steps)
    report.microseconds = microseconds
    return report
  }

  /// Writes a match without remarks key by key: an encoder would take longer than a short replay.
  static func text(
    _ report: ReplayReport, position: Int, _ stamp: LogStamp
  ) -> String {
    guard report.isPlainMatch else {
      return JSONText.line(
        ResultsLine(
          log: report.path, position: position, bytes: stamp.bytes, modified: stamp.modified,
          verdict: report.verdict.name, steps: report.stepCount,
          verifiedSteps: report.verifiedSteps, microseconds: report.microseconds, details: report))
    }
    var writer = JSONLineWriter()
    writer.object { line in
      func number(_ key: String, _ value: some BinaryInteger) {
        line.key(key)
        line.literal("\(value)")
      }
      number("bytes", stamp.bytes)
      line.key("log")
      line.text(report.path)
      number("microseconds", report.microseconds)
      number("modified", stamp.modified)
      number("position", position)
      number("steps", report.stepCount)
      line.key("verdict")
      line.text("match")
      number("verifiedSteps", report.verifiedSteps)
    }
    return writer.line
  }
}
