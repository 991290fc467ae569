import ComposableArchitecture
import Foundation
import RecordCoding
import RecordSchema
package import SessionLog
import SessionReplay
import SessionReports

/// Does with a log all that the program does with one, and says where it goes wrong.
package struct LogCheck {
  private let path: String
  private let recovered: String
  private let replayer: SessionReplayer<FuzzedApp.State, FuzzedApp.Action>
  private let operations: LogFileOperations

  /// Prepares to put logs into a folder, and to write what is recovered of them by these calls.
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

  /// Reads, shows, replays, judges, recovers and updates a log of these bytes.
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

  /// Shows a log, and gives the step that its middle is said to be and its last; `nil` if the log
  /// cannot be read to its end.
  private func shownAndMiddle() -> (middle: UInt64, last: UInt64)? {
    do throws(SessionReadError) {
      let reader = try SessionReader(path: path)
      let last = try show(reader)
      return (try SessionCursor(reader, at: reader.log.lastStep / 2).number, last)
    } catch {
      _ = error.description
      return nil
    }
  }

  /// Shows all that a log holds, and gives the number of its last step.
  private func show(_ reader: SessionReader) throws(SessionReadError) -> UInt64 {
    let summary = SessionSummary(reader, with: replayer)
    _ = summary.lines()
    _ = JSONText.line(summary)
    let header = reader.header
    let line = StepLine(schema: header.schema, action: header.action)
    var cursor = try SessionCursor(reader)
    var before = cursor.state
    while let step = try cursor.next() {
      let changes =
        step.hasChange
        ? StateChange.all(from: before, to: cursor.state, as: header.state, in: header.schema) : []
      _ = line.text(of: step, changes: changes)
      _ = JSONText.line(StepResult(step, changes: changes, header: header))
      before = cursor.state
    }
    _ = JSONText.line(StateJSON(cursor.state, as: header.state, in: header.schema))
    return cursor.number
  }

  /// What recovery writes is whole, has the steps that it tells of, and is recovered as it is.
  private func checkRecovery() throws(LogCheckFailure) {
    guard let summary = recover(from: path, to: recovered) else { return }
    for loss in summary.losses { _ = loss.description }
    guard let new = try? LogReader(path: recovered, options: .session) else {
      throw .recoveredUnreadable(path: recovered)
    }
    if let damage = new.verify() { throw .recoveredDamaged(damage) }
    guard new.stepCount == summary.log.steps else {
      throw .recoveryMiscounts(told: summary.log.steps, found: new.stepCount)
    }
    // A log whose header is damaged cannot be read, but may be recovered by the copy of it.
    let whole = (try? LogReader(path: path, options: .session))?.wholeStepCount() ?? 0
    guard new.stepCount >= whole else {
      throw .recoveryLoses(whole: whole, kept: new.stepCount)
    }
    guard let again = recover(from: recovered, to: path), again.damage == nil,
      again.log.steps == summary.log.steps
    else { throw .recoveredOtherwise }
    try checkUpdate(of: recovered)
  }

  /// What was brought up to date is as this build records it.
  private func checkUpdate(of path: String) throws(LogCheckFailure) {
    guard case .updated = replayer.update(path: path).outcome else { return }
    let verdict = replayer.replay(path: path).verdict
    guard case .match = verdict else { throw .updatedDiffers("\(verdict)") }
  }

  /// Recovers a log; `nil` where nothing can be.
  private func recover(from source: String, to destination: String) -> RecoverySummary? {
    do throws(LogRecoveryError) {
      return try recoverLog(
        from: source, to: destination, overwrite: true, readerOptions: .session,
        operations: operations)
    } catch {
      _ = error.description
      return nil
    }
  }
}
