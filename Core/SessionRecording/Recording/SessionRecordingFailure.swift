public import Foundation
import SessionLog

/// Why a session is not recorded, or not to its end; its description says what to do.
///
///     let recorder = SessionRecorderOf<Feed>(app: app, folder: folder) { failure in
///       logger.error("\(failure)")
///     }
public struct SessionRecordingFailure: Error, Sendable {
  /// What the failure is about.
  ///
  ///     if failure.reason == .storage {
  ///       print("the disk is full, or the folder cannot be written")
  ///     }
  public enum Reason: Hashable, Sendable {
    /// The disk or the folder: it is full, cannot be written, or is not there.
    case storage
    /// A value of the state or of an action that cannot be recorded.
    case value
    /// Secrets that could get into the log unrecognised.
    case secrets
    /// The use of the recorder: by a second store, or for a snapshot while nothing is recorded.
    case usage
  }

  /// What the failure is about.
  public let reason: Reason
  /// The log with the steps up to the failure, unfinished; `nil` if there is none.
  public let log: URL?
  private let text: String

  init(_ reason: Reason, log: URL? = nil, _ text: String) {
    self.reason = reason
    self.log = log
    self.text = text
  }
}

extension SessionRecordingFailure: CustomStringConvertible, LocalizedError {
  /// What failed, and what is to be done about it.
  public var description: String { text }

  /// What failed, and what is to be done about it.
  public var errorDescription: String? { text }
}

extension SessionRecordingFailure {
  init(_ error: SessionRecordingError, log: URL?) {
    let reason: Reason =
      switch error {
      case .log: .storage
      case .notRecordable: .value
      case .notStrict: .secrets
      }
    self.init(reason, log: log, error.description)
  }

  static let secondStore = SessionRecordingFailure(
    .usage, "a recorder records one store, and was given a second one. Create a recorder for each.")

  static let notRecording = SessionRecordingFailure(
    .usage, "there is nothing to write a snapshot of: no session is being recorded. Call 'start()'."
  )
}
