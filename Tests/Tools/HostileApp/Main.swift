import AppShell
import Foundation
import FuzzedLogs
import SessionLog

/// Runs the shell of the app, with an additional command: `make LOG FOLDER` writes hostile logs,
/// using the header of a log of the app.
@main
enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "make", arguments.count == 3, let folder = arguments.last else {
      return await HostileApp.main()
    }
    let header = try LogReader(path: arguments[arguments.startIndex + 1], options: .session).header
    for log in HostileLogs(header: header).all {
      try write(log.bytes, to: "\(folder)/\(log.fileName)", length: log.length)
      guard let journal = log.journal else { continue }
      try write(journal.bytes, to: "\(folder)/\(log.fileName).journal", length: journal.length)
    }
  }

  /// Writes a file, and extends it to a length with a hole.
  private static func write(_ bytes: [UInt8], to path: String, length: UInt64) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    guard length > bytes.count else { return }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: length)
    try file.close()
  }
}
