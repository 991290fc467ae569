import SessionRecording

/// Conditions on logs, all of which a log must meet to be replayed: `version=2.*,recorded>=2026-01-01`.
package struct LogFilter: Equatable, Sendable {
  /// What a condition is on.
  package enum Subject: String, CaseIterable, Sendable {
    /// The name of the app.
    case app
    /// The app's version.
    case version
    /// When the session was recorded, as ISO 8601, or the beginning of that.
    case recorded
    /// A feature with an action in the log.
    case feature
  }

  private enum Comparison: String, CaseIterable {
    // The longer ones are looked for first.
    case unequal = "!="
    case least = ">="
    case most = "<="
    case equal = "="
    case greater = ">"
    case less = "<"
  }

  private struct Condition: Equatable {
    let subject: Subject
    let comparison: Comparison
    let value: String
  }

  private let conditions: [Condition]

  /// Reads conditions with commas between them; `nil` if the text is not that.
  package init?(_ text: String) {
    var conditions: [Condition] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let condition = Self.condition(part) else { return nil }
      conditions.append(condition)
    }
    self.conditions = conditions
  }

  private static func condition(_ text: Substring) -> Condition? {
    guard let start = text.firstIndex(where: { "!<>=".contains($0) }) else { return nil }
    let rest = text[start...]
    guard let subject = Subject(rawValue: String(text[..<start])),
      let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else { return nil }
    let value = rest.dropFirst(comparison.rawValue.count)
    let isEquality = comparison == .equal || comparison == .unequal
    // Only a time has an order that names do not tell apart from that of letters.
    guard !value.isEmpty, isEquality || subject == .recorded else { return nil }
    return Condition(subject: subject, comparison: comparison, value: String(value))
  }

  /// Returns whether a log meets all conditions. One that cannot be read does, so that it is reported.
  package func admits(_ path: String) -> Bool {
    guard let reader = try? SessionReader(path: path) else { return true }
    return conditions.allSatisfy { condition in
      switch condition.subject {
      case .app: Self.meets(condition, reader.header.app)
      case .version: Self.meets(condition, reader.header.appVersion)
      case .recorded: Self.isInTime(condition, reader.header.recorded)
      case .feature:
        reader.hasAction { Self.matches($0, condition.value) } == (condition.comparison == .equal)
      }
    }
  }

  private static func meets(_ condition: Condition, _ value: String) -> Bool {
    matches(value, condition.value) == (condition.comparison == .equal)
  }

  /// Compares as much of a time as is given, so that `recorded=2026-01` means all of January.
  private static func isInTime(_ condition: Condition, _ recorded: String) -> Bool {
    let time = String(recorded.prefix(condition.value.count))
    return switch condition.comparison {
    case .equal: time == condition.value
    case .unequal: time != condition.value
    case .least: time >= condition.value
    case .most: time <= condition.value
    case .greater: time > condition.value
    case .less: time < condition.value
    }
  }

  /// Whether a text is as a pattern, in which `*` stands for any characters.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return text == pattern
    }
    guard text.hasPrefix(first) else { return false }
    var rest = text[...].dropFirst(first.count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}

extension SessionReader {
  /// Whether the log has an action of a feature that is wanted, as far as the log can be read.
  fileprivate func hasAction(ofFeature isWanted: (String) -> Bool) -> Bool {
    guard var cursor = try? SessionCursor(self) else { return false }
    var others: Set<String> = []
    while let step = try? cursor.next() {
      guard step.kind == .action, let feature = header.feature(of: step.action),
        others.insert(feature).inserted
      else { continue }
      if isWanted(feature) { return true }
    }
    return false
  }
}
