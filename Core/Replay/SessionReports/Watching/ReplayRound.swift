import Platform
import SessionDocument
import SessionLog
package import SessionReplay

package struct ReplayRound: Equatable, Codable, Sendable {
  package struct Log: Equatable, Codable, Sendable {
    package let isMatch: Bool
    /// The problem and the first difference; empty for a match.
    package let lines: [String]

    package init(isMatch: Bool, lines: [String]) {
      (self.isMatch, self.lines) = (isMatch, lines)
    }
  }

  /// The maximum number of lines kept for a log.
  private static let maxLines = 2

  package let number: Int
  package var exitCode: Int32 = 0
  package private(set) var logs: [String: Log] = [:]

  package init(number: Int) { self.number = number }

  package mutating func add(_ path: String, _ log: Log) { logs[path] = log }

  package mutating func add(_ report: ReplayReport) {
    let isMatch = report.verdict.kind == .match
    let lines = isMatch ? [] : ReplayText(remedy: nil).brief.lines(for: report)
    add(report.path, Log(isMatch: isMatch, lines: Array(lines.prefix(Self.maxLines))))
  }
}

package enum RoundCause: Equatable, Sendable {
  case start
  case executable
  case logs(Int)

  fileprivate var text: String {
    switch self {
    case .start: ""
    case .executable: ", with another executable"
    case .logs(let count): ", \(UInt64(count).counted("log")) changed"
    }
  }
}

/// The differences between a round of replays and the previous one.
package struct RoundComparison: Sendable {
  /// The logs that failed before and match now.
  package private(set) var fixed: [String] = []
  /// The logs that are new or matched before, and fail now.
  package private(set) var newlyFailing: [String] = []
  /// The logs that failed before and fail differently now.
  package private(set) var failingOtherwise: [String] = []
  /// The logs that fail as before.
  package private(set) var stillFailing: [String] = []
  /// The logs that failed before and were removed.
  package private(set) var gone: [String] = []

  private let round: ReplayRound
  private let hasEarlier: Bool

  /// Creates the comparison of a round with the previous one, which is `nil` for the first.
  package init(of round: ReplayRound, with earlier: ReplayRound?) {
    self.round = round
    hasEarlier = earlier != nil
    for (path, log) in round.logs.sorted(by: { $0.key < $1.key }) {
      let before = earlier?.logs[path]
      switch (log.isMatch, before?.isMatch) {
      case (true, false): fixed.append(path)
      case (true, _): break
      case (false, false):
        if before == log { stillFailing.append(path) } else { failingOtherwise.append(path) }
      case (false, _): newlyFailing.append(path)
      }
    }
    gone =
      earlier?.logs.filter { !$0.value.isMatch && round.logs[$0.key] == nil }.map(\.key).sorted()
      ?? []
  }

  /// Returns the lines of the round, truncated to the height of the screen if there is one.
  package func lines(cause: RoundCause, height: Int? = nil) -> [String] {
    let lines = [heading(cause)] + body
    guard let height, lines.count > height else { return lines }
    let left = lines.count - height + 1
    return lines.prefix(max(1, height - 1)) + [
      "… and \(UInt64(left).counted("more line", "more lines")); 'replay' prints all"
    ]
  }

  private func heading(_ cause: RoundCause) -> String {
    let counts: [(name: String, count: Int)] = [
      ("fixed", fixed.count), (hasEarlier ? "newly failing" : "failing", newlyFailing.count),
      ("failing otherwise", failingOtherwise.count), ("still failing", stillFailing.count),
      ("gone", gone.count),
    ]
    var changes = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    if changes.isEmpty, hasEarlier { changes = ["nothing better or worse"] }
    let matches = round.logs.values.count { $0.isMatch }
    let logs = UInt64(round.logs.count).counted("log")
    let heading = "round \(round.number)\(cause.text): \(logs), \(matches) match"
    return changes.isEmpty ? heading : "\(heading); \(changes.joined(separator: ", "))"
  }

  private var body: [String] {
    let label = hasEarlier ? "newly failing" : "failing"
    return newlyFailing.flatMap { block(label, $0) }
      + failingOtherwise.flatMap { block("failing otherwise", $0) }
      + fixed.map { "fixed: \($0.visible)" }
      + gone.map { "gone: \($0.visible)" }
      + stillFailing.map { "still failing: \(round.logs[$0]?.lines.first ?? $0.visible)" }
  }

  private func block(_ word: String, _ path: String) -> [String] {
    let lines = round.logs[path]?.lines ?? []
    return ["\(word): \(lines.first ?? path.visible)"] + lines.dropFirst()
  }
}
