import Dispatch
import Foundation
import Locking

/// Keeps the commands that were typed in a file of the app's data, a line each.
final class CommandHistoryFile: Sendable {
  private static let name = "commands.txt"
  private static let byteLimit = 1 << 20

  private let folder: String
  private let queue = DispatchQueue(label: "reprise.history")
  private let onFailure: @Sendable (String) -> Void
  private let hasFailed = Mutex(false)

  /// Keeps commands in a folder; a failure is told once.
  init(folder: String, onFailure: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.onFailure = onFailure
  }

  private var path: String { "\(folder)/\(Self.name)" }

  /// The commands of earlier sessions; none if there is no such file.
  func load() -> [String] {
    do throws(SystemFailure) {
      let bytes = try FileBytes.read(path)
      let text = String(decoding: bytes.suffix(Self.byteLimit), as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    } catch {
      if error.code != ENOENT { fail("cannot be read: \(error)") }
      return []
    }
  }

  /// Writes the commands, in the background.
  func save(_ commands: [String]) {
    queue.async { [self] in
      do throws(SystemFailure) {
        try FileBytes.makeFolder(folder)
        let text = commands.map { "\($0)\n" }.joined()
        try FileBytes.replace(
          path, with: Data(text.utf8), through: "\(folder)/.\(Self.name).\(getpid()).tmp")
      } catch {
        fail("cannot be written: \(error)")
      }
    }
  }

  /// Waits until all is written.
  func finish() {
    queue.sync {}
  }

  private func fail(_ reason: String) {
    let isFirst = hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    if isFirst {
      onFailure("the commands you type are not kept: '\(path)' \(reason)")
    }
  }
}
