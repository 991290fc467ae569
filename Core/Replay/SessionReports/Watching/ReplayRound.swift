package import SessionReplay

/// What came of each log in one round of replays.
package struct ReplayRound: Equatable, Codable, Sendable {
  /// What came of a log.
  package struct Log: Equatable, Codable, Sendable {
    /// Whether it matches.
    package let isMatch: Bool
    /// What is wrong with it, and the first difference; none if nothing is.
    package let lines: [String]

    /// Describes a log.
    package init(isMatch: Bool, lines: [String]) {
      (self.isMatch, self.lines) = (isMatch, lines)
    }
  }

  /// More lines of a log are not kept.
  private static let mostLines = 2

  /// The number of the round, from 1.
  package let number: Int
  /// The worst exit code of its logs.
  package var exitCode: Int32 = 0
  /// The logs by their paths.
  package private(set) var logs: [String: Log] = [:]

  /// Begins a round.
  package init(number: Int) { self.number = number }

  /// Adds a log.
  package mutating func add(_ path: String, _ log: Log) { logs[path] = log }

  /// Adds what came of replaying a log.
  package mutating func add(_ report: ReplayReport) {
    let isMatch = report.verdict.kind == .match
    let lines = isMatch ? [] : ReplayText(remedy: nil).brief.lines(for: report)
    add(report.path, Log(isMatch: isMatch, lines: Array(lines.prefix(Self.mostLines))))
  }
}

/// Why a round of replays was begun.
package enum RoundCause: Equatable, Sendable {
  /// The watch began.
  case start
  /// The executable is another one.
  case executable
  /// So many logs came, went or changed.
  case logs(Int)

  fileprivate var text: String {
    switch self {
    case .start: ""
    case .executable: ", with another executable"
    case .logs(let count): ", \(UInt64(count).counted("log")) changed"
    }
  }
}

/// What became better or worse from one round of replays to the next.
package struct RoundComparison: Sendable {
  /// Failed before, and matches.
  package private(set) var fixed: [String] = []
  /// Matched before or was not there, and fails.
  package private(set) var newlyFailing: [String] = []
  /// Failed before, and fails in another way.
  package private(set) var failingOtherwise: [String] = []
  /// Fails as before.
  package private(set) var stillFailing: [String] = []
  /// Failed before, and is not there.
  package private(set) var gone: [String] = []

  private let round: ReplayRound
  private let hasEarlier: Bool

  /// Compares a round with the one before; `nil` for the first.
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

  /// The lines of the round, no more than fit on a screen if that has a height.
  package func lines(cause: RoundCause, height: Int? = nil) -> [String] {
    let lines = [heading(cause)] + body
    guard let height, lines.count > height else { return lines }
    let left = lines.count - height + 1
    return lines.prefix(max(1, height - 1)) + [
      "… and \(UInt64(left).counted("more line", "more lines")); 'replay' prints all"
    ]
  }

  private func heading(_ cause: RoundCause) -> String {
    let counts = [
      ("fixed", fixed.count), (hasEarlier ? "newly failing" : "failing", newlyFailing.count),
      ("failing otherwise", failingOtherwise.count), ("still failing", stillFailing.count),
      ("gone", gone.count),
    ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    let matches = round.logs.values.count { $0.isMatch }
    let logs = UInt64(round.logs.count).counted("log")
    let changes = counts.isEmpty && hasEarlier ? ["nothing better or worse"] : counts
    return "round \(round.number)\(cause.text): \(logs), \(matches) match"
      + (changes.isEmpty ? "" : "; " + changes.joined(separator: ", "))
  }

  private var body: [String] {
    let news = hasEarlier ? "newly failing" : "failing"
    return newlyFailing.flatMap { block(news, $0) }
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
