public import Foundation
import SessionLog

/// A failure to record a session or a part of it, whose description includes the remedy.
///
///     let recorder = SessionRecorderOf<Feed>(app: app, folder: folder) { failure in
///       logger.error("\(failure)")
///     }
public struct SessionRecordingFailure: Error, Sendable {
  /// The category of a failure.
  ///
  ///     if failure.reason == .storage {
  ///       print("the disk is full, or the folder cannot be written")
  ///     }
  public enum Reason: Hashable, Sendable {
    /// The disk or the folder is full, missing or not writable.
    case storage
    /// A value of the state or of an action, or a type of the app, cannot be recorded.
    case value
    /// Secrets could get into the log unrecognized.
    case secrets
    /// The recorder was used for a second store, or for a snapshot while nothing was recorded.
    case usage
  }

  /// The category of the failure.
  public let reason: Reason
  /// The unfinished log with the steps before the failure, or `nil` if there is none.
  public let log: URL?
  /// The error of the log, or `nil` for a failure outside a log.
  package let cause: SessionRecordingError?
  private let text: String

  init(_ reason: Reason, log: URL? = nil, _ text: String, cause: SessionRecordingError? = nil) {
    (self.reason, self.log, self.text, self.cause) = (reason, log, text, cause)
  }
}

extension SessionRecordingFailure: CustomStringConvertible, LocalizedError {
  /// The failure and its remedy.
  public var description: String { text }

  /// The failure and its remedy.
  public var errorDescription: String? { text }
}

extension SessionRecordingFailure {
  init(_ error: SessionRecordingError, log: URL?) {
    let reason: Reason =
      switch error {
      case .log: .storage
      case .notRecordable, .types: .value
      case .notStrict: .secrets
      }
    self.init(reason, log: log, error.description, cause: error)
  }

  static let secondStore = SessionRecordingFailure(
    .usage, "a recorder records one store, and was given a second one. Create a recorder for each.")

  static let notRecording = SessionRecordingFailure(
    .usage, "cannot write a snapshot: no session is being recorded. Call 'start()' first.")
}
