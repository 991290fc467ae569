import CommandLineKit
import Dispatch
import Foundation
import Platform

package struct CommandHistory: Equatable, Sendable {
  package static let limit = 500

  package private(set) var entries: [String]
  /// The index of the recalled command, or `nil` if none is recalled.
  private var index: Int?
  /// The line that was being typed before the first recall.
  private var draft = ""

  package init(_ entries: [String] = []) {
    self.entries = Array(entries.suffix(Self.limit))
  }

  package mutating func append(_ command: String) {
    index = nil
    guard !command.isEmpty, command != entries.last else { return }
    entries.append(command)
    entries.removeFirst(max(0, entries.count - Self.limit))
  }

  /// Recalls the previous command, if any. The first recall stores `text` as the draft.
  package mutating func older(than text: String) -> String? {
    let next = (index ?? entries.count) - 1
    guard entries.indices.contains(next) else { return nil }
    if index == nil { draft = text }
    index = next
    return entries[next]
  }

  /// Recalls the next command, or the draft after the last one.
  package mutating func newer() -> String? {
    guard let index else { return nil }
    self.index = index + 1 < entries.count ? index + 1 : nil
    return self.index.map { entries[$0] } ?? draft
  }

  /// Ends recalling. The next recall begins at the last command.
  package mutating func leave() {
    index = nil
  }
}

/// A file in the app's data folder that stores typed commands, one per line.
package final class CommandHistoryFile: Sendable {
  private static let name = "commands.txt"
  private static let byteLimit = 1 << 20

  private let folder: String
  private let queue = DispatchQueue(label: "reprise.history")
  private let onFailure: @Sendable (String) -> Void
  private let hasFailed = Mutex(false)

  package init(folder: String, onFailure: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.onFailure = onFailure
  }

  private var path: String { "\(folder)/\(Self.name)" }

  package func load() -> [String] {
    do throws(SystemFailure) {
      let bytes = try FileBytes.read(path)
      let text = String(decoding: bytes.suffix(Self.byteLimit), as: UTF8.self)
      return text.split(separator: "\n").map(String.init)
    } catch {
      if error.code != ENOENT { fail("cannot be read: \(error)") }
      return []
    }
  }

  package func save(_ commands: [String]) {
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

  package func finish() {
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
