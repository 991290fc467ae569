import Platform

/// The marks of a session, which any thread can add, such as the lines of a logging library.
///
///     struct MarkingLogger {
///       let marks: SessionMarks
///
///       func log(level: String, message: String) { marks.add("\(level): \(message)") }
///     }
///
/// A mark that is added while a step is reduced follows that step. Any other mark is recorded as
/// soon as the main actor is available.
public final class SessionMarks: Sendable {
  /// The maximum length of a mark in bytes of UTF-8. A longer text is truncated.
  package static let lengthLimit = 16 << 10
  /// The maximum number of pending marks. Further marks are dropped and counted.
  private static let waitingLimit = 10_000

  private struct Waiting {
    var texts: [String] = []
    var dropped = 0
  }

  private let waiting = Mutex(Waiting())
  private let isWaiting = Atomic(false)
  private let onFirst: @Sendable () -> Void

  /// Creates an empty list of marks. `onFirst` is called when a mark is the first to be pending.
  init(onFirst: @escaping @Sendable () -> Void) {
    self.onFirst = onFirst
  }

  /// Adds a mark. Has no effect while no session is recorded.
  public func add(_ text: String) {
    let isFirst = waiting.withLock { waiting in
      guard waiting.texts.count < Self.waitingLimit else {
        waiting.dropped += 1
        return false
      }
      waiting.texts.append(text)
      return waiting.texts.count == 1
    }
    isWaiting.store(true, ordering: .releasing)
    if isFirst { onFirst() }
  }

  /// Whether a mark is pending. Checking is fast.
  @inline(__always)
  var hasAny: Bool { isWaiting.load(ordering: .relaxed) }

  func take() -> [String] {
    let taken = waiting.withLock { waiting in
      isWaiting.store(false, ordering: .relaxed)
      defer { waiting = Waiting() }
      return waiting
    }
    let note = taken.dropped > 0 ? ["\(taken.dropped) marks were dropped: too many at once"] : []
    return taken.texts + note
  }

  static func cut(_ text: String) -> String {
    guard text.utf8.count > lengthLimit else { return text }
    return String(decoding: text.utf8.prefix(lengthLimit), as: UTF8.self) + "…"
  }
}

/// A queue that writes marks when the main actor is available.
final class MarkDrain: Sendable {
  @MainActor var write: () -> Void = {}

  nonisolated init() {}

  /// Schedules the pending marks to be written soon. Can be called from any thread.
  func schedule() {
    Task { @MainActor in write() }
  }
}
