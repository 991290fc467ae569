extension LogWriterError: CustomStringConvertible {
  /// Says which log cannot be written, why, and what to do.
  package var description: String {
    switch self {
    case .fileExists(let path):
      "\(shown(path)): exists already. Choose another name, or remove the file."
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
    case .closed(let path):
      "\(shown(path)): the recording was abandoned, so it cannot be finished. Recover "
        + "\(shellWord(LogFormat.partialPath(for: path))) instead."
    }
  }
}

extension LogWriterStop: CustomStringConvertible {
  /// A clause that says what happened.
  package var description: String {
    switch self {
    case .system(let code): SystemError.text(for: code)
    case .removed: "the file was removed while it was written"
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
