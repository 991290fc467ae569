import Foundation
import Platform

final class RecordingHealth: Sendable {
  private let log: URL
  private let failed = Atomic(false)
  private let onFailure: @Sendable (SessionRecordingFailure) -> Void

  init(of log: URL, _ onFailure: @escaping @Sendable (SessionRecordingFailure) -> Void) {
    self.log = log
    self.onFailure = onFailure
  }

  /// Whether the log is no longer written. Checking is fast, because it happens after each step.
  @inline(__always)
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// Reports a failure, unless an earlier one has already ended the recording.
  func fail(_ error: SessionRecordingError) {
    let hasEnded =
      error.endsRecording ? failed.exchange(true, ordering: .sequentiallyConsistent) : hasFailed
    guard !hasEnded else { return }
    let exists = FileManager.default.fileExists(atPath: log.path)
    onFailure(SessionRecordingFailure(error, log: exists ? log : nil))
  }
}
