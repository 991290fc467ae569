import Locking
import struct Synchronization.Atomic

/// Marks of a session from any thread, such as the lines of a logging library.
///
///     struct MarkingLogger {
///       let marks: SessionMarks
///
///       func log(level: String, message: String) { marks.add("\(level): \(message)") }
///     }
///
/// A mark that is added while a step is reduced follows that step; another stands where the main actor
/// gets to it.
public final class SessionMarks: Sendable {
  /// A longer text is cut. In bytes of UTF-8.
  package static let lengthLimit = 16 << 10
  /// More marks that wait are dropped, and counted.
  private static let waitingLimit = 10_000

  private struct Waiting {
    var texts: [String] = []
    var dropped = 0
  }

  private let waiting = Mutex(Waiting())
  private let isWaiting = Atomic(false)
  private let onFirst: @Sendable () -> Void

  /// `onFirst` is called when a mark begins to wait.
  init(onFirst: @escaping @Sendable () -> Void) {
    self.onFirst = onFirst
  }

  /// Adds a mark; it does nothing while no session is recorded.
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

  /// Whether a mark waits; cheap.
  @inline(__always)
  var hasAny: Bool { isWaiting.load(ordering: .relaxed) }

  /// The marks that wait, which wait no more.
  func take() -> [String] {
    let taken = waiting.withLock { waiting in
      isWaiting.store(false, ordering: .relaxed)
      defer { waiting = Waiting() }
      return waiting
    }
    let note = taken.dropped > 0 ? ["\(taken.dropped) marks that came too fast were dropped"] : []
    return taken.texts + note
  }

  /// A text as it is recorded.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > lengthLimit else { return text }
    return String(decoding: text.utf8.prefix(lengthLimit), as: UTF8.self) + "…"
  }
}

/// Writes marks when the main actor gets to it.
final class MarkDrain: Sendable {
  /// Writes the marks that wait.
  @MainActor var write: () -> Void = {}

  nonisolated init() {}

  /// Has them written soon; from any thread.
  func schedule() {
    Task { @MainActor in write() }
  }
}
