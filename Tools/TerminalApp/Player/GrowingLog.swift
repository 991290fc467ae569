import SessionLog
package import SessionDocument
import SessionReplay

/// A log that another process may still be writing.
package struct GrowingLog {
  package private(set) var reader: SessionReader
  /// Whether the log may get more steps.
  package private(set) var isGrowing: Bool

  package init(_ reader: SessionReader) {
    self.reader = reader
    isGrowing = reader.log.isBeingWritten
  }

  /// Reads what was written since the last call. Returns whether the log changed or was completed.
  package mutating func refresh() -> Bool {
    guard isGrowing else { return false }
    let count = reader.log.stepCount
    // These are checked before the file is read. Otherwise the last write could be missed.
    let isBeingWritten = reader.log.isBeingWritten
    let isNamed = reader.log.isNamed
    do throws(LogReaderError) {
      try reader.log.refresh()
    } catch {
      isGrowing = false
      return true
    }
    if !isNamed, let other = replacement {
      reader = other
      isGrowing = other.log.isBeingWritten
      return true
    }
    isGrowing = isBeingWritten
    return !isGrowing || reader.log.stepCount != count
  }

  /// The file that replaced this file: a trimmed log, or the complete log.
  private var replacement: SessionReader? {
    let path = reader.log.path
    return [path, LogFile.finishedPath(of: path)].lazy.compactMap { try? SessionReader(path: $0) }
      .first { $0.log.isSameRecording(as: reader.log) }
  }
}
