package import CommandLineKit
package import PageServer
import SessionLog
package import SessionModel
package import SessionRecording
import SessionReplay

/// The options of a verb that runs the app.
package struct RunOptions: Equatable, Sendable {
  package var record: String?
  package var script: String?
  package var dataFolder: String?
  package var seed: UInt64?
  package var durability = Durability.flush
  package var level = RecordingLevel.effects
  package var force = false
  package var isQuiet = false
  package var printed = PrintedSteps.changes
  /// Whether a recording fails if it may contain secrets, uses outside data, or does not replay.
  package var strict = false
  package var verifies = true

  package var isServed = false
  package var serving = ServeOptions()
  /// Whether the recording exists only for the browser and is removed at the end.
  package var isTemporary = false

  package var resume: String?
  /// The step after which the session resumes; `nil` for the last step.
  package var step: UInt64?

  package init() {}

  package func validate(of verb: String) throws(UsageError) {
    if serving != ServeOptions(), !isServed { throw .missingOption("--serve", of: verb) }
    if step != nil, resume == nil { throw .missingOption("--resume LOG", of: verb) }
    // Replacing a recording also removes the unfinished files of a previous recording.
    if let record, let resume, resume == LogFile.partialPath(for: record) {
      throw .badValue(
        option: "--resume", value: resume,
        expected: "a log that the recording of '\(record)' does not replace")
    }
  }

  /// Returns options that print no steps, and record into a file if a path is given.
  package static func quiet(record path: String?) -> RunOptions {
    var options = RunOptions()
    (options.record, options.isQuiet) = (path, true)
    return options
  }
}

package enum PrintedSteps: String, Equatable, Sendable {
  /// The step and its changes.
  case changes
  /// The first screen, and the screen after each step.
  case screen
}
