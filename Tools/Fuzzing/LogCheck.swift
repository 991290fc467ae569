import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionReplay

/// Does with a log all that the program does with one, and stops the process where it goes wrong.
struct LogCheck {
  private let path: String
  private let recovered: String
  private let replayer: SessionReplayer<FuzzedApp.State, FuzzedApp.Action>
  private let operations: LogFileOperations

  /// Prepares to put logs into a folder.
  init(folder: String) {
    path = "\(folder)/fuzzed.reprise"
    recovered = "\(folder)/recovered.reprise"
    var replayer = SessionReplayer(Seeds.app)
    replayer.keepsGoing = true
    self.replayer = replayer
    var operations = LogFileOperations.system
    operations.sync = { _ in }
    self.operations = operations
  }

  /// Reads, shows, replays and recovers a log of these bytes.
  func check(_ bytes: [UInt8]) {
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      fatalError("'\(path)' cannot be written")
    }
    _ = ReplayText().lines(for: replayer.replay(path: path))
    do throws(SessionReadError) {
      try show(try SessionReader(path: path))
    } catch {
      _ = error.description
    }
    checkRecovery()
  }

  private func show(_ reader: SessionReader) throws(SessionReadError) {
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
      _ = line.text(
        number: step.number, isReceived: step.origin != .sent, action: step.action,
        changes: changes)
      _ = JSONText.line(StepResult(step, changes: changes, header: header))
      before = cursor.state
    }
    _ = JSONText.line(StateJSON(cursor.state, as: header.state, in: header.schema))
    let middle = try SessionCursor(reader, at: reader.log.lastStep / 2)
    precondition(middle.number <= cursor.number, "a cursor went past the end")
  }

  /// What recovery writes is whole, has the steps that it tells of, and is recovered as it is.
  private func checkRecovery() {
    do throws(LogRecoveryError) {
      let summary = try recoverLog(
        from: path, to: recovered, overwrite: true, operations: operations)
      for loss in summary.losses { _ = loss.description }
      let old = try reader(of: path)
      let new = try reader(of: recovered)
      precondition(new.verify() == nil && new.state == .whole, "what was recovered is not whole")
      precondition(new.stepCount == summary.log.steps, "recovery miscounts the steps")
      precondition(new.stepCount >= old.wholeStepCount(), "recovery lost whole steps")
      let again = try recoverLog(
        from: recovered, to: path, overwrite: true, operations: operations)
      precondition(again.damage == nil && again.log.steps == summary.log.steps)
    } catch {
      _ = error.description
    }
  }

  private func reader(of path: String) throws(LogRecoveryError) -> LogReader {
    do throws(LogReaderError) {
      return try LogReader(path: path)
    } catch {
      throw .cannotRead(error)
    }
  }
}
