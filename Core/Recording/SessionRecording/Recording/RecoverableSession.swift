public import Foundation
import SessionLog
import SessionModel

/// A session that an earlier run recorded: a whole log, or one that a crash left unfinished.
///
///     for session in SessionRecorderOf<Feed>.recoverable(in: folder) {
///       try await upload(session.recover())
///       try session.remove()
///     }
public struct RecoverableSession: Hashable, Sendable {
  /// The file, as the earlier run left it.
  public let file: URL
  /// Whether the app ended without calling `stop()`.
  public let wasCutOff: Bool
  /// The start of the recording as ISO 8601, or an empty string if the file cannot be read.
  public let recorded: String
  /// The number of steps that can be read.
  public let stepCount: Int
  /// Whether the app ended while it was reducing the last step.
  public let endsUnfinished: Bool
  /// The context that the app recorded, such as its device and locale.
  public let context: [String: String]
  private let problem: String?

  /// Returns the whole log. A log that was left unfinished is recovered and replaced first.
  ///
  /// The unfinished files are removed only after the whole log was read back with all of its steps.
  public func recover() throws(SessionRecordingFailure) -> URL {
    guard wasCutOff else {
      if let problem { throw SessionRecordingFailure(.storage, log: file, problem) }
      return file
    }
    let whole = LogFile.finishedPath(of: file.path)
    do throws(LogRecoveryError) {
      _ = try recoverLog(
        from: file.path, to: whole, overwrite: false, readerOptions: .session)
    } catch {
      // An earlier recovery may have ended before it removed the files.
      guard case .cannotCreate(.fileExists) = error, isRecovered(as: whole) else {
        throw SessionRecordingFailure(.storage, log: file, error.description)
      }
    }
    removeFiles()
    return URL(fileURLWithPath: whole)
  }

  /// Removes the files of the session, including the log that `recover()` wrote.
  public func remove() throws(SessionRecordingFailure) {
    removeFiles()
    let whole = LogFile.finishedPath(of: file.path)
    for path in [file.path, whole] where FileManager.default.fileExists(atPath: path) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw SessionRecordingFailure(
          .storage, log: file, "\(path): cannot be removed: \(error.localizedDescription)")
      }
    }
  }

  /// Whether the log at a path is whole, and has all steps of this session.
  private func isRecovered(as path: String) -> Bool {
    guard let whole = try? LogReader(path: path, options: .session),
      let left = try? LogReader(path: file.path, options: .session)
    else { return false }
    return whole.header == left.header && whole.lastStep >= left.lastStep && whole.verify() == nil
  }

  private func removeFiles() {
    guard wasCutOff else { return }
    // A copy that was in progress, the journal, and the log itself.
    let copy = LogFile.rewritingPath(for: file.path)
    let journal = LogFile.journalPath(forPartial: file.path)
    for path in [copy, journal, file.path] { try? FileManager.default.removeItem(atPath: path) }
  }
}

extension RecoverableSession {
  static func all(in folder: URL) -> [RecoverableSession] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let file = folder.appendingPathComponent(name)
      let isCutOff = name.hasSuffix(LogFile.suffix + LogFile.partialSuffix)
      guard isCutOff || name.hasSuffix(LogFile.suffix),
        !LogReader.isBeingWritten(path: file.path)
      else { return nil }
      return RecoverableSession(file, wasCutOff: isCutOff)
    }
    .sorted { $0.recorded < $1.recorded }
  }

  private init(_ file: URL, wasCutOff: Bool) {
    self.file = file
    self.wasCutOff = wasCutOff
    do throws(LogReaderError) {
      let log = try LogReader(path: file.path, options: .session)
      let header = try? JSONDecoder().decode(SessionHeader.self, from: Data(log.header))
      recorded = header?.recorded ?? ""
      context = header?.context ?? [:]
      stepCount = Int(clamping: log.stepCount)
      endsUnfinished = log.unfinishedStep != nil
      problem = nil
    } catch {
      (recorded, context, stepCount, endsUnfinished) = ("", [:], 0, false)
      problem = error.description
    }
  }
}
