import Dispatch
import Foundation
import Locking
import SessionLog

/// Verdicts of earlier replays, kept in a folder by the bytes of the logs and the build of the app.
///
/// Only matches are kept: a log that failed is replayed again. Each process writes files of its own, and
/// whole ones, so that several may share a folder. `Documentation/Corpora.md` describes them.
package final class VerdictCache: ReportMemory {
  /// A longer log is replayed each time. In bytes.
  private static let mostBytes = 64 << 20
  /// So many verdicts are written at a time.
  private static let portion = 5_000
  /// More files than these are put together into one.
  private static let mostFiles = 16

  /// A file that changed later than this before it was read may change again without another time to
  /// tell by. In nanoseconds; file systems have clocks of at most two seconds.
  private static let restlessTime: Int64 = 3_000_000_000

  /// How many verdicts were taken from the cache.
  package private(set) var hitCount = 0
  /// How many logs were read to know them by their bytes.
  package private(set) var readCount = 0
  /// What was wrong with the cache, in words.
  package private(set) var warnings: [String] = []

  /// A log before its replay.
  private struct Seen: Sendable {
    let log: LogFingerprint
    let stamp: LogStamp
    /// The file, if it has not changed since a time.
    let file: FileIdentity?

    /// Reads a log, which may lie in an archive; `nil` if it cannot be read, or is very long.
    init?(_ path: String, settledBefore time: Int64) {
      guard let contents = LogReader.contents(of: path, upTo: mostBytes) else { return nil }
      log = contents.bytes.withUnsafeBytes { LogFingerprint($0) }
      stamp = contents.stamp
      file = contents.identity.flatMap { $0.changed < time ? $0 : nil }
    }
  }

  private let folder: String
  private let ownFolder: String
  private let limit: Int
  private let now: @Sendable () -> Int64
  private var verdicts: [LogFingerprint: ArraySlice<UInt8>] = [:]
  /// The logs whose files are known.
  private var files: [FileIdentity: LogFingerprint] = [:]
  /// The logs that come next: what was read of them, or only which they are.
  private var upcoming: [Int: Seen] = [:]
  private var recognized: [Int: LogFingerprint] = [:]
  /// What was seen of the logs that are being replayed.
  private var pending: [Int: Seen] = [:]
  private var new: [CacheFile.Record] = []

  /// Opens the cache of a build in a folder, which is made if it is not there.
  ///
  /// `build` names the executable and what else decides over verdicts; of all builds together about
  /// `limit` bytes are kept. `now` gives the time in nanoseconds since 1970.
  package init(
    folder: String, build: String, limit: Int,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1e9) }
  ) throws(VerdictCacheError) {
    self.folder = folder
    self.limit = limit
    self.now = now
    ownFolder = "\(folder)/\(build)"
    do {
      try FileManager.default.createDirectory(
        atPath: ownFolder, withIntermediateDirectories: true)
    } catch {
      throw VerdictCacheError(folder: folder, reason: "\(error.localizedDescription)")
    }
    for path in ownFiles() {
      do throws(CacheFile.Damage) {
        for record in try CacheFile.read(path) { learn(record) }
      } catch {
        warnings.append("'\(path)' is damaged (\(error.reason)); it is removed")
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  private func learn(_ record: CacheFile.Record) {
    verdicts[record.log] = record.verdict
    if let file = record.file { files[file] = record.log }
  }

  package func prepare(_ logs: [(index: Int, path: String)]) {
    let results = Mutex<(read: [Int: Seen], recognized: [Int: LogFingerprint])>(([:], [:]))
    let (paths, files) = (logs.map(\.path), files)
    let time = now() - Self.restlessTime
    let cores = min(paths.count, ProcessInfo.processInfo.activeProcessorCount)
    DispatchQueue.concurrentPerform(iterations: cores) { core in
      for position in stride(from: core, to: paths.count, by: cores) {
        let path = paths[position]
        if !files.isEmpty, let log = FileIdentity(of: path).flatMap({ files[$0] }) {
          results.withLock { $0.recognized[position] = log }
        } else if let seen = Seen(path, settledBefore: time) {
          results.withLock { $0.read[position] = seen }
        }
      }
    }
    let (read, recognized) = results.withLock { $0 }
    readCount += read.count
    upcoming = .init(uniqueKeysWithValues: read.map { (logs[$0].index, $1) })
    self.recognized = .init(uniqueKeysWithValues: recognized.map { (logs[$0].index, $1) })
  }

  package func report(ofLogAt index: Int, _ path: String) -> ReplayReport? {
    let seen = upcoming.removeValue(forKey: index)
    guard let log = seen?.log ?? recognized.removeValue(forKey: index) else { return nil }
    if let bytes = verdicts[log], var report = ReplayReport(encoded: bytes, path: path) {
      hitCount += 1
      // The same log may have had another name.
      report.path = path
      return report
    }
    pending[index] = seen
    return nil
  }

  package func note(_ report: ReplayReport, at index: Int) {
    guard let pending = pending.removeValue(forKey: index), report.verdict.kind == .match,
      // Else nobody knows which bytes were replayed.
      LogStamp(of: report.path) == pending.stamp
    else { return }
    new.append(
      CacheFile.Record(log: pending.log, file: pending.file, verdict: report.encoded[...]))
    if new.count == Self.portion { write() }
  }

  /// Writes what is new, and keeps the folder within its limit.
  package func finish() {
    write()
    if ownFiles().count > Self.mostFiles { joinFiles() }
    trim()
  }
}

extension VerdictCache {
  private func ownFiles() -> [String] { Self.files(in: ownFolder) }

  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(CacheFile.suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  private func write() {
    guard !new.isEmpty else { return }
    if let failure = CacheFile.write(new, in: ownFolder) {
      warnings.append("verdicts cannot be written to '\(ownFolder)': \(failure)")
    }
    new.forEach(learn)
    new = []
  }

  /// Puts all files of the build into one; what another process adds meanwhile stays beside it.
  private func joinFiles() {
    let files = ownFiles()
    var all: [LogFingerprint: CacheFile.Record] = [:]
    for path in files {
      guard let records = try? CacheFile.read(path) else { return }
      for record in records where all[record.log]?.file == nil { all[record.log] = record }
    }
    let records = all.values.sorted { $0.log.digest < $1.log.digest }
    guard CacheFile.write(records, in: ownFolder) == nil else { return }
    for path in files { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Removes the oldest files of all builds until the others are within the limit.
  private func trim() {
    let builds = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = builds.sorted().flatMap { Self.files(in: "\(folder)/\($0)") }
      .compactMap { path in LogStamp(of: path).map { (path: path, stamp: $0) } }
      .sorted { $0.stamp.modified > $1.stamp.modified }
    var bytes = 0
    for file in files {
      bytes += file.stamp.bytes
      guard bytes > limit else { continue }
      try? FileManager.default.removeItem(atPath: file.path)
      // A folder that still holds something stays.
      rmdir((file.path as NSString).deletingLastPathComponent)
    }
  }
}

/// A folder in which no verdicts can be kept.
package struct VerdictCacheError: Error, CustomStringConvertible {
  let folder: String
  let reason: String

  /// What failed, and the remedy.
  package var description: String {
    "no verdicts can be kept in '\(folder)': \(reason) Give another folder with --cache."
  }
}
