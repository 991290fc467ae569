import Dispatch
import Foundation
import Locking
package import RecordCoding
package import RecordSchema

/// The commands that were typed before, the oldest first.
package struct CommandHistory: Equatable, Sendable {
  /// Older commands than this many are forgotten.
  package static let limit = 500

  /// The commands.
  package private(set) var entries: [String]
  /// The index of the command that is shown, while somebody goes through them.
  private var index: Int?
  /// What was typed before somebody began to.
  private var draft = ""

  /// Begins with commands of earlier sessions.
  package init(_ entries: [String] = []) {
    self.entries = Array(entries.suffix(Self.limit))
  }

  /// Adds a command, unless it is the same as the last.
  package mutating func append(_ command: String) {
    index = nil
    guard !command.isEmpty, command != entries.last else { return }
    entries.append(command)
    entries.removeFirst(max(0, entries.count - Self.limit))
  }

  /// The command before the one that is shown, if there is one.
  package mutating func older(than text: String) -> String? {
    let next = (index ?? entries.count) - 1
    guard entries.indices.contains(next) else { return nil }
    if index == nil { draft = text }
    index = next
    return entries[next]
  }

  /// The command after the one that is shown; behind the last one, what was typed.
  package mutating func newer() -> String? {
    guard let index else { return nil }
    self.index = index + 1 < entries.count ? index + 1 : nil
    return self.index.map { entries[$0] } ?? draft
  }

  /// Goes back to the end.
  package mutating func leave() {
    index = nil
  }
}

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

/// Decides which of the commands that were typed may be kept in a file.
package struct CommandSecrets<Action: Recordable> {
  private let actions: ActionReader<Action>
  private var secretCommands: Set<String> = []
  /// How many secrets were known when the commands were kept.
  private var learnedCount = 0

  /// Tells it of commands that are actions of an app.
  package init(_ actions: ActionReader<Action>) {
    self.actions = actions
  }

  /// Notes a command before it is performed, since that may take away the rows that it names.
  package mutating func note(_ command: String, state: RecordedValue?) {
    if actions.mayHoldSecret(command, state: state) { secretCommands.insert(command) }
  }

  /// Whether a command that was kept may hold what has become a secret since.
  package var hasNewSecrets: Bool { (actions.secrets?.learned ?? 0) > learnedCount }

  /// The commands that hold no secret, as far as is known by now.
  package mutating func kept(of commands: [String]) -> [String] {
    learnedCount = actions.secrets?.learned ?? 0
    return commands.filter { !secretCommands.contains($0) && !actions.holdsKnownSecret($0) }
  }
}
