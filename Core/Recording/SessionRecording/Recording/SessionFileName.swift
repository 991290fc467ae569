import Foundation
import SessionLog

enum SessionFileName {
  /// Returns a path in a folder that no log has, finished or not.
  ///
  /// The name consists of the app's name, the time in UTC and the process ID, such as
  /// `feedd-20260102T030405Z-17.reprise`.
  static func free(in folder: URL, app: String, at date: Date) -> String {
    let name = String(app.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "-" })
    let time = date.formatted(.iso8601).filter { !"-:".contains($0) }
    let start = "\(name)-\(time)-\(ProcessInfo.processInfo.processIdentifier)"
    return LogFile.unusedPath { number in
      let file = number == 1 ? start : "\(start)-\(number)"
      return folder.appendingPathComponent(file + LogFile.suffix).path
    }
  }
}
