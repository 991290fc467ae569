import SessionLog
package import SessionReplay

/// The first line of a file of results: what was replayed, and by what.
package struct ResultsHeader: Codable, Equatable, Sendable {
  /// The version of the format of such files.
  package static let formatVersion = 1

  /// The version of the format.
  package let results: Int
  /// The name of the app.
  package let app: String
  /// The executable, by a fingerprint of its bytes.
  package let executable: String
  /// The options that decide over verdicts.
  package let options: [String]
  /// Which part of the corpus it is, as `2/8`.
  package let shard: String
  /// How many logs the part has.
  package let logs: Int

  /// Describes the replay of a part of a corpus.
  package init(app: String, executable: String, options: [String], shard: Shard?, logs: Int) {
    results = Self.formatVersion
    self.app = app
    self.executable = executable
    self.options = options
    self.shard = shard?.description ?? "1/1"
    self.logs = logs
  }

  /// In what another part of the same replay is not like this one, if in anything.
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

/// A line of a file of results: what came of one log.
package struct ResultsLine: Codable, Sendable {
  /// The path of the log.
  package let log: String
  /// Its position in the whole corpus, from 0.
  package let position: Int
  /// Its size in bytes, and when it was written last, in nanoseconds since 1970.
  package let bytes: Int
  package let modified: Int
  /// The name of the verdict, for people and for tools.
  package let verdict: String
  package let steps: UInt64
  package let verifiedSteps: UInt64
  package let microseconds: UInt64
  /// All there is to know of it, unless it matches and nothing more is to be said.
  let details: ReplayReport?

  /// The report.
  package var report: ReplayReport {
    if let details { return details }
    var report = ReplayReport(
      path: log, verdict: .match, verifiedSteps: verifiedSteps, stepCount: steps)
    report.microseconds = microseconds
    return report
  }

  /// The line of a report. Most lines are written key by key: an encoder would take longer than
  /// the replay of a short log.
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
