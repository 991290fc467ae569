package import Platform

/// The reason a log cannot be written or finished.
package enum LogWriterError: Error, Equatable, Sendable {
  case fileExists(path: String)
  /// The file is not regular, and is therefore never replaced.
  case notARegularFile(path: String, FileKind)
  /// An unfinished log exists, and another recorder may be writing it.
  case partialExists(path: String, isBeingWritten: Bool)
  case folderMissing(path: String)
  /// The file cannot be created; `code` is the `errno`.
  case cannotCreate(path: String, code: Int32)
  /// The journal cannot grow for another block; `code` is the `errno`.
  case journalStopped(path: String, code: Int32)
  /// Writing stopped. The file at `path` contains the whole steps, and the dropped steps are lost.
  case stopped(path: String, cause: LogWriterStop, wholeSteps: UInt64, droppedSteps: UInt64)
  /// Another program shortened the file. Recording continues without the lost steps.
  case shortened(path: String, lostSteps: UInt64)
  /// A log with limited retention was cut in place instead of replaced. Recording continues.
  case cutInPlace(path: String, cause: LogWriterStop)
  /// A snapshot could not be written. Recording continues.
  case snapshotFailed(path: String, reason: String)
  /// The log cannot be finished because it was abandoned.
  case closed(path: String)
}

extension LogWriterError {
  /// Whether nothing more is written after this failure.
  package var endsLog: Bool {
    switch self {
    case .shortened, .cutInPlace, .snapshotFailed: false
    default: true
    }
  }
}

/// The reason a writer stopped.
package enum LogWriterStop: Error, Equatable, Sendable {
  /// A system call failed; `code` is its `errno`, such as `ENOSPC`.
  case system(code: Int32)
  /// The file or its folder was removed while it was written.
  case removed
  /// Another program changed the journal, which had steps that were not in a block yet.
  case journalDamaged
  /// A block is longer than a reader accepts. Lengths are in bytes.
  case blockTooLong(length: Int, limit: Int)
  /// The header is longer than a reader accepts. Lengths are in bytes.
  case headerTooLong(length: Int, limit: Int)
  /// A block does not begin with the step after the last step.
  case stepGap(expected: UInt64, found: UInt64)
  case zlibFailed(code: Int32)
}

extension LogWriterError: CustomStringConvertible {
  /// A message with the path of the log, the reason and a remedy.
  package var description: String {
    switch self {
    case .fileExists(let path):
      "\(path.visible): exists already. Choose another name, or remove the file."
    case .notARegularFile(let path, let kind):
      "\(path.visible): is \(kind), and only a regular file is replaced. Choose another name."
    case .partialExists(let path, isBeingWritten: true):
      "\(path.visible): is being written by another recorder. Choose another name, or wait for it."
    case .partialExists(let path, isBeingWritten: false):
      "\(path.visible): is a recording that was not finished. "
        + "`\(LogFile.recoverCommand(forPartial: path))` keeps its steps. Or choose another name."
    case .folderMissing(let path):
      "\(path.visible): there is no such folder. Create it, or choose another."
    case .cannotCreate(let path, let code):
      "\(path.visible): cannot be created: \(SystemError.text(for: code)). "
        + "Check the permissions, or choose another name."
    case .journalStopped(let path, let code):
      "\(path.visible): recording stopped: \(SystemError.text(for: code)). "
        + "The steps before are kept; free some space before the next recording."
    case .stopped(let path, let cause, let whole, let dropped):
      "\(path.visible): recording stopped: \(cause). \(steps(whole)) in it "
        + "\(whole == 1 ? "is" : "are") whole; "
        + (dropped == 0
          ? "later ones are not recorded."
          : "\(steps(dropped)) after \(whole == 1 ? "it" : "them") "
            + "\(dropped == 1 ? "was" : "were") not kept.")
    case .shortened(let path, let lost):
      "\(path.visible): another program shortened the file while it was written; \(steps(lost)) "
        + "\(lost == 1 ? "is" : "are") lost, as are those up to the next whole state. "
        + "The recording continues; keep other programs away from the file."
    case .cutInPlace(let path, let cause):
      "\(path.visible): the oldest steps are removed in place, since no second file can replace "
        + "the log: \(cause). The recording continues, but a crash at that moment may lose steps; "
        + "free some space, or make the folder writable."
    case .snapshotFailed(let path, let reason):
      "\(path.visible): the snapshot cannot be written: \(reason). The recording "
        + "continues; free some space, or choose another folder."
    case .closed(let path):
      "\(path.visible): the recording was abandoned, so it cannot be finished. Recover "
        + "\(shellWord(LogFile.partialPath(for: path))) instead."
    }
  }
}

extension LogWriterStop: CustomStringConvertible {
  /// A clause that describes the cause.
  package var description: String {
    switch self {
    case .system(let code): SystemError.text(for: code)
    case .removed: "the file was removed while it was written"
    case .journalDamaged: "another program changed the journal while it was written"
    case .blockTooLong(let length, let limit):
      "a block of \(grouped(length)) bytes is longer than the limit of \(grouped(limit))"
    case .headerTooLong(let length, let limit):
      "a header of \(grouped(length)) bytes is longer than the limit of \(grouped(limit))"
    case .stepGap(let expected, let found):
      "a block should begin with step \(grouped(expected)) and began with step \(grouped(found))"
    case .zlibFailed(let code): "zlib failed with code \(code), as when memory is short"
    }
  }
}
