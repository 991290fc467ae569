import Foundation
import SessionLog

enum SessionFileName {
  static let suffix = ".reprise"

  /// Returns an unused path such as `feedd-20260102T030405Z-17.reprise`: app, time in UTC, process
  /// ID.
  static func free(in folder: URL, app: String, at date: Date) -> String {
    let name = String(app.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" })
    let time = date.formatted(.iso8601).filter { !"-:".contains($0) }
    let start = "\(name)-\(time)-\(ProcessInfo.processInfo.processIdentifier)"
    return LogFormat.unusedPath { number in
      let file = number == 1 ? start + suffix : "\(start)-\(number)\(suffix)"
      return folder.appendingPathComponent(file).path
    }
  }
}
