import Foundation
import TerminalUI

extension Int {
  /// A number of seconds as minutes and seconds: `1:05`.
  var asTime: String {
    let seconds = self % 60
    return "\(self / 60):\(seconds < 10 ? "0" : "")\(seconds)"
  }

  /// A number with a noun: `1 attendee`, `2 attendees`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Meeting {
  /// The date and the time in UTC, the same on each system.
  var title: String { date.formatted(.iso8601) }
}

extension Theme {
  var color: TextColor {
    switch self {
    case .sky: .accent
    case .meadow: .success
    case .amber: .warning
    case .coral: .danger
    case .stone: .muted
    }
  }
}
