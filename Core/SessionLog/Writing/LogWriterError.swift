/// Why a log cannot be written, or not to its end.
package enum LogWriterError: Error, Equatable, Sendable {
  /// A file of that name exists and is not to be overwritten.
  case fileExists(path: String)
  /// What is there is no regular file, and is never replaced.
  case notARegularFile(path: String, FileKind)
  /// A log that was not finished exists; another recorder may be writing it.
  case partialExists(path: String, isBeingWritten: Bool)
  /// The folder that the log should be in does not exist.
  case folderMissing(path: String)
  /// The system refused to create the file; `code` is its `errno`.
  case cannotCreate(path: String, code: Int32)
  /// The journal has no room for another block; `code` is the `errno`.
  case journalStopped(path: String, code: Int32)
  /// Writing stopped; `path` is the file that keeps the whole steps, and the dropped ones are lost.
  case stopped(path: String, cause: LogWriterStop, wholeSteps: UInt64, droppedSteps: UInt64)
  /// Another program shortened the file while it was written; the recording continues without the
  /// lost steps.
  case shortened(path: String, lostSteps: UInt64)
  /// A log whose last part is kept is cut in place, because no second file could replace it; the
  /// recording continues.
  case cutInPlace(path: String, cause: LogWriterStop)
  /// What there was could not be written as a log of its own; the log itself goes on.
  case snapshotFailed(path: String, reason: String)
  /// The log was abandoned, so it cannot be finished.
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

/// What made a writer stop.
package enum LogWriterStop: Error, Equatable, Sendable {
  /// The system refused to write; `code` is its `errno`, as `ENOSPC`.
  case system(code: Int32)
  /// The file, or the folder that it was in, was removed while it was written.
  case removed
  /// Another program shortened or overwrote the journal, which had steps that were not in a block yet.
  case journalDamaged
  /// A block is longer than a reader would accept. In bytes.
  case blockTooLong(length: Int, limit: Int)
  /// The header is longer than a reader would accept. In bytes.
  case headerTooLong(length: Int, limit: Int)
  /// A block did not begin with the step after the last.
  case stepGap(expected: UInt64, found: UInt64)
  /// zlib could not do its work, for want of memory as a rule.
  case zlibFailed(code: Int32)
}

extension LogWriterError: CustomStringConvertible {
  /// Says which log cannot be written, why, and what to do.
  package var description: String {
    switch self {
    case .fileExists(let path):
      "\(shown(path)): exists already. Choose another name, or remove the file."
    case .notARegularFile(let path, let kind):
      "\(shown(path)): is \(kind), and only a regular file is replaced. Choose another name."
    case .partialExists(let path, isBeingWritten: true):
      "\(shown(path)): is being written by another recorder. Choose another name, or wait for it."
    case .partialExists(let path, isBeingWritten: false):
      "\(shown(path)): is a recording that was not finished. Recover it, remove it, "
        + "or choose another name."
    case .folderMissing(let path):
      "\(shown(path)): there is no such folder. Create it, or choose another."
    case .cannotCreate(let path, let code):
      "\(shown(path)): cannot be created: \(SystemError.text(for: code)). "
        + "Check the permissions, or choose another name."
    case .journalStopped(let path, let code):
      "\(shown(path)): recording stopped: \(SystemError.text(for: code)). "
        + "The steps before are kept; free some space before the next recording."
    case .stopped(let path, let cause, let whole, let dropped):
      "\(shown(path)): recording stopped: \(cause). \(steps(whole)) in it "
        + "\(whole == 1 ? "is" : "are") whole; \(steps(dropped)) after \(whole == 1 ? "it" : "them") "
        + "\(dropped == 1 ? "was" : "were") not kept."
    case .shortened(let path, let lost):
      "\(shown(path)): another program shortened the file while it was written; \(steps(lost)) "
        + "\(lost == 1 ? "is" : "are") lost, as are those up to the next whole state. "
        + "The recording continues; keep other programs away from the file."
    case .cutInPlace(let path, let cause):
      "\(shown(path)): the oldest steps are removed in place, since no second file can replace the "
        + "log: \(cause). The recording continues, but a crash at that moment may cost steps; free "
        + "some space, or make the folder writable."
    case .snapshotFailed(let path, let reason):
      "\(shown(path)): the snapshot cannot be written: \(reason). Nothing of it is left, and the "
        + "recording goes on. Free some space, or choose another folder."
    case .closed(let path):
      "\(shown(path)): the recording was abandoned, so it cannot be finished. Recover "
        + "\(shellWord(LogFormat.partialPath(for: path))) instead."
    }
  }
}

extension LogWriterError {
  /// Why a snapshot could not be written.
  init(_ failure: Compaction.Failure, ofSnapshotAt path: String) {
    switch failure {
    case .creating(let error): self = error
    case .reading(let damage): self = .snapshotFailed(path: path, reason: "\(damage.cause)")
    case .writing(let cause): self = .snapshotFailed(path: path, reason: "\(cause)")
    }
  }
}

extension LogWriterStop: CustomStringConvertible {
  /// A clause that says what happened.
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
