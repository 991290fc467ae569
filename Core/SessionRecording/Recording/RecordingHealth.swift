import Foundation
import Locking
import Synchronization

/// Whether a log is still written, and who is told when it no longer is.
final class RecordingHealth: Sendable {
  private let log: URL
  private let failed = Atomic(false)
  private let onFailure: @Sendable (SessionRecordingFailure) -> Void

  /// Begins with a log that is, or is to be, at a location.
  init(of log: URL, _ onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void) {
    self.log = log
    self.onFailure = onFailure
  }

  /// Whether the log is written no more; cheap, as it is asked after each step.
  @inline(__always)
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// Reports a failure, unless the recording has already ended with another.
  func fail(_ error: SessionRecordingError) {
    let hasEnded =
      error.endsRecording ? failed.exchange(true, ordering: .sequentiallyConsistent) : hasFailed
    guard !hasEnded else { return }
    let isThere = FileManager.default.fileExists(atPath: log.path)
    onFailure(SessionRecordingFailure(error, log: isThere ? log : nil))
  }
}
