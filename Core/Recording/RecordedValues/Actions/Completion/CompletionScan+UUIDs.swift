import Foundation
import RecordCoding

// UUIDs, which are too long to type. The UUIDs of the state are offered by their prefixes.
extension CompletionScan {
  private static let limit = 100

  mutating func uuid() -> Bool {
    let start = scanner.position
    let typed = scanner.word()
    guard scanner.isAtEnd else { return !typed.isEmpty }
    let all = cursor.source?.found(startingWith: "") ?? []
    let texts = ShortUUIDs.texts(of: all.map(\.uuid))
    guard !texts.contains(typed), typed.utf8.count < 36 else { return true }
    let prefix = ShortUUIDs.prefix(typed) ?? typed
    let fitting = zip(all, texts).filter { $0.0.uuid.uuidString.hasPrefix(prefix) }
    for (found, text) in fitting.prefix(Self.limit) {
      let summary = found.owner.map { self.summary(of: $0.value, as: $0.type) } ?? ""
      add(text, from: start, title: summary.isEmpty ? text : "\(text) \(summary)")
    }
    unlisted = max(0, fitting.count - Self.limit)
    hint = "a UUID of the state by its first characters, or any UUID in full"
    return false
  }
}
