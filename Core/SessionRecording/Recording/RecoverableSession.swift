public import Foundation
import SessionLog

/// A session that an earlier run recorded: a whole log, or one that a crash cut off.
///
///     for session in SessionRecorderOf<Feed>.recoverable(in: folder) {
///       try await upload(session.recover())
///       try session.remove()
///     }
public struct RecoverableSession: Hashable, Sendable {
  /// The file as it was left.
  public let file: URL
  /// Whether the app ended without `stop()`.
  public let wasCutOff: Bool
  /// When the recording began, as ISO 8601; empty if the file cannot be read.
  public let recorded: String
  /// How many steps can be read.
  public let stepCount: Int
  /// Whether the app ended while it was reducing the last of them.
  public let endsUnfinished: Bool
  /// What the app said of where it ran.
  public let context: [String: String]
  private let problem: String?

  /// Returns the whole log, which takes the place of one that was cut off.
  public func recover() throws(SessionRecordingFailure) -> URL {
    guard wasCutOff else {
      if let problem { throw SessionRecordingFailure(.storage, log: file, problem) }
      return file
    }
    let whole = String(file.path.dropLast(LogFormat.partialSuffix.count))
    do throws(LogRecoveryError) {
      _ = try recoverLog(
        from: file.path, to: whole, overwrite: false, readerOptions: .session)
    } catch {
      throw SessionRecordingFailure(.storage, log: file, error.description)
    }
    removeFiles()
    return URL(fileURLWithPath: whole)
  }

  /// Removes the files of the session, also those that `recover()` made of them.
  public func remove() throws(SessionRecordingFailure) {
    removeFiles()
    let whole =
      file.path.hasSuffix(LogFormat.partialSuffix)
      ? String(file.path.dropLast(LogFormat.partialSuffix.count)) : file.path
    for path in [file.path, whole] where FileManager.default.fileExists(atPath: path) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw SessionRecordingFailure(
          .storage, log: file, "\(path): cannot be removed: \(error.localizedDescription)")
      }
    }
  }

  private func removeFiles() {
    guard wasCutOff else { return }
    // A copy that was under way, the journal, and the log itself.
    for suffix in [".rewriting", ".journal", ""] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
  }
}

extension RecoverableSession {
  /// The sessions in a folder that nobody records any more, the oldest first.
  static func all(in folder: URL) -> [RecoverableSession] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let file = folder.appendingPathComponent(name)
      let isCutOff = name.hasSuffix(SessionFileName.suffix + LogFormat.partialSuffix)
      guard isCutOff || name.hasSuffix(SessionFileName.suffix),
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
