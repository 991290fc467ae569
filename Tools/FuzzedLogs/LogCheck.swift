import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionDocument
package import SessionLog
import SessionModel
import SessionReplay
import SessionReports

/// Performs every operation of the program on a log, and reports what goes wrong.
package struct LogCheck {
  private let path: String
  private let recovered: String
  private let replayer: SessionReplayer<FuzzedApp.State, FuzzedApp.Action>
  private let operations: LogFileOperations

  /// Creates a check that stores logs in a folder, and recovers them with these file operations.
  package init(folder: String, operations: LogFileOperations = .system) {
    path = "\(folder)/fuzzed.reprise"
    recovered = "\(folder)/recovered.reprise"
    var replayer = SessionReplayer(Seeds.app)
    replayer.keepsGoing = true
    self.replayer = replayer
    var operations = operations
    operations.sync = { _ in }
    self.operations = operations
  }

  /// Reads, shows, replays, compares, recovers and updates a log with these bytes.
  package func check(_ bytes: [UInt8]) throws(LogCheckFailure) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      throw .cannotWrite(path: path)
    }
    _ = ReplayText().lines(for: replayer.replay(path: path))
    _ = replayer.follow(path: path) { false }
    _ = replayer.compatibilityEntry(path: path).blame
    if let (number, last) = shownAndMiddle(), number > last {
      throw .cursorTooFar(step: number, last: last)
    }
    try checkRecovery()
  }

  /// Returns `nil` if the log cannot be read to its end.
  private func shownAndMiddle() -> (middle: UInt64, last: UInt64)? {
    do throws(SessionReadError) {
      let reader = try SessionReader(path: path)
      let last = try show(reader)
      return (try SessionEntries(reader, after: reader.log.lastStep / 2).number, last)
    } catch {
      _ = error.description
      return nil
    }
  }

  /// Shows everything in a log, and returns the number of its last step.
  private func show(_ reader: SessionReader) throws(SessionReadError) -> UInt64 {
    let summary = SessionSummary(reader, with: replayer)
    _ = summary.lines()
    _ = JSONText.line(summary)
    let header = reader.header
    let line = StepLine(schema: header.schema, action: header.action)
    var entries = try SessionEntries(reader)
    while let step = try entries.next() {
      let changes = entries.changes() ?? []
      _ = line.text(of: step, changes: entries.shortened(entries.merged(changes)))
      _ = JSONText.line(StepResult(step, changes: changes, header: header))
    }
    if let state = entries.state {
      _ = JSONText.line(state: state, as: header.state, in: header.schema, after: entries.number)
    }
    return entries.number
  }

  /// Checks that a recovered log is complete, and is stable when recovered again.
  private func checkRecovery() throws(LogCheckFailure) {
    guard let summary = try recover(from: path, to: recovered) else { return }
    for loss in summary.losses { _ = loss.description }
    guard let new = try? LogReader(path: recovered, options: .session) else {
      throw .recoveredUnreadable(path: recovered)
    }
    if let damage = new.verify() { throw .recoveredDiffers("\(damage)") }
    guard new.stepCount == summary.log.steps else {
      throw .recoveryMiscounts(reported: summary.log.steps, found: new.stepCount)
    }
    // A log with a damaged header cannot be read. A copy of the header may still recover it.
    let whole = (try? LogReader(path: path, options: .session))?.wholeStepCount() ?? 0
    guard new.stepCount >= whole else {
      throw .recoveryLoses(whole: whole, kept: new.stepCount)
    }
    guard let again = try recover(from: recovered, to: path), again.damage == nil,
      again.log.steps == summary.log.steps
    else { throw .recoveredOtherwise }
    try checkUpdate(of: recovered)
  }

  private func checkUpdate(of path: String) throws(LogCheckFailure) {
    guard case .updated = replayer.update(path: path).outcome else { return }
    let verdict = replayer.replay(path: path).verdict
    guard case .match = verdict else { throw .updatedDiffers("\(verdict)") }
  }

  /// Returns `nil` if nothing can be recovered.
  private func recover(
    from source: String, to destination: String
  ) throws(LogCheckFailure) -> RecoverySummary? {
    do throws(LogRecoveryError) {
      return try recoverLog(
        from: source, to: destination, overwrite: true, readerOptions: .session,
        operations: operations)
    } catch {
      let text = error.description
      if case .copyDiffers = error { throw .recoveredDiffers(text) }
      return nil
    }
  }
}
