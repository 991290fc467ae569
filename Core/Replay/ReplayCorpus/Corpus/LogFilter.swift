import Platform
import RecordedValues
import SessionModel
import SessionDocument
import SessionRecording
import SessionReplay

/// A list of conditions that a log must meet to be replayed: `version=2.*,recorded>=2026-01-01`.
package struct LogFilter: Equatable, Sendable {
  package enum Subject: String, CaseIterable, Sendable {
    case app
    case version
    /// The time of the recording in ISO 8601 format, or a prefix of it.
    case recorded
    case feature
  }

  private struct Condition: Equatable {
    let subject: Subject
    let comparison: Comparison
    let value: String
  }

  private let conditions: [Condition]

  /// Parses comma-separated conditions. Returns `nil` if one is invalid.
  package init?(_ text: String) {
    var conditions: [Condition] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let condition = Self.condition(part) else { return nil }
      conditions.append(condition)
    }
    self.conditions = conditions
  }

  private static func condition(_ text: Substring) -> Condition? {
    guard let start = text.firstIndex(where: { "!<>=".contains($0) }),
      let subject = Subject(rawValue: String(text[..<start])),
      let (sign, comparison) = Comparison.signs.first(where: { text[start...].hasPrefix($0.text) })
    else { return nil }
    let value = text[start...].dropFirst(sign.count)
    let isEquality = comparison == .equal || comparison == .unequal
    // Only times have a meaningful order; versions would be ordered by character.
    guard !value.isEmpty, isEquality || subject == .recorded else { return nil }
    return Condition(subject: subject, comparison: comparison, value: String(value))
  }

  /// Returns whether a log meets all conditions. An unreadable log does, because it must be
  /// reported.
  package func admits(_ path: String) -> Bool {
    guard let reader = try? SessionReader(path: path) else { return true }
    return conditions.allSatisfy { condition in
      switch condition.subject {
      case .app: return Self.meets(condition, reader.header.app)
      case .version: return Self.meets(condition, reader.header.appVersion)
      case .recorded: return Self.isInTime(condition, reader.header.recorded)
      case .feature:
        let pattern = WildcardPattern(condition.value)
        return reader.hasAction(ofFeature: pattern.matches) == (condition.comparison == .equal)
      }
    }
  }

  private static func meets(_ condition: Condition, _ value: String) -> Bool {
    WildcardPattern(condition.value).matches(value) == (condition.comparison == .equal)
  }

  /// Compares only the given prefix of a time: `recorded=2026-01` means all of January.
  private static func isInTime(_ condition: Condition, _ recorded: String) -> Bool {
    condition.comparison.holds(String(recorded.prefix(condition.value.count)), condition.value)
  }
}

extension SessionReader {
  fileprivate func hasAction(ofFeature isWanted: (String) -> Bool) -> Bool {
    guard var entries = try? SessionEntries(self, comparing: .none) else { return false }
    var others: Set<String> = []
    while let step = try? entries.next() {
      guard step.kind == .action, let feature = header.feature(of: step.action),
        others.insert(feature).inserted
      else { continue }
      if isWanted(feature) { return true }
    }
    return false
  }
}
