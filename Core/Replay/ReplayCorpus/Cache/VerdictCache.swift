import Foundation
import RecordCoding
import SessionLog
package import SessionReplay

/// A folder of verdicts from previous replays, by the bytes of the log and the build of the app.
///
/// Only matches are stored. Processes can share a folder, because each writes files of its own.
/// `Documentation/Reference/CorpusFiles.md` describes them.
package final class VerdictCache: ReportMemory {
  /// The maximum length of a log whose verdict is stored, in bytes.
  private static let maxBytes = 64 << 20
  private static let portion = 5_000
  /// The number of files of a build above which they are merged into one.
  private static let maxFiles = 16

  /// The time between two changes of a file, in nanoseconds, below which both may have the same
  /// modification time. File systems have a clock resolution of at most two seconds.
  private static let settlingTime: Int64 = 3_000_000_000

  package private(set) var hitCount = 0
  package private(set) var readCount = 0
  package private(set) var warnings: [String] = []

  private struct Seen: Sendable {
    let log: LogFingerprint
    let stamp: LogStamp
    /// The identity of the file; `nil` if the file changed recently.
    let file: FileIdentity?

    init?(_ path: String, settledBefore time: Int64) {
      guard let contents = LogReader.contents(of: path, upTo: maxBytes) else { return nil }
      log = contents.bytes.withUnsafeBytes { LogFingerprint($0) }
      stamp = contents.stamp
      file = contents.identity.flatMap { $0.changed < time ? $0 : nil }
    }
  }

  private var contents: CachedVerdicts
  private let limit: Int
  private let now: @Sendable () -> Int64
  private var upcoming: [Int: Seen] = [:]
  private var recognized: [Int: LogFingerprint] = [:]
  private var pending: [Int: Seen] = [:]
  private var new: [CacheFile.Record] = []

  /// Creates a cache that keeps about `limit` bytes. `now` is in nanoseconds since 1970.
  package init(
    _ contents: CachedVerdicts, limit: Int = 256 << 20,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1e9) }
  ) {
    self.contents = contents
    self.limit = limit
    self.now = now
    warnings = contents.warnings
  }

  package func prepare(_ logs: [(index: Int, path: String)]) {
    let files = contents.logs
    let time = now() - Self.settlingTime
    let found = ThreadPool().map(logs.map(\.path), portion: 8) { path -> (LogFingerprint?, Seen?) in
      if !files.isEmpty, let log = FileIdentity(of: path).flatMap({ files[$0] }) {
        return (log, nil)
      }
      return (nil, Seen(path, settledBefore: time))
    }
    (upcoming, recognized) = ([:], [:])
    for ((index, _), (log, seen)) in zip(logs, found) {
      recognized[index] = log
      upcoming[index] = seen
      if seen != nil { readCount += 1 }
    }
  }

  package func report(ofLogAt index: Int, _ path: String) -> ReplayReport? {
    let seen = upcoming.removeValue(forKey: index)
    guard let log = seen?.log ?? recognized.removeValue(forKey: index) else { return nil }
    if let bytes = contents.verdicts[log], bytes.first == 0 || BoundedJSON.isBounded(bytes),
      var report = ReplayReport(encoded: bytes, path: path)
    {
      hitCount += 1
      // The verdict may come from the same log under a different name.
      report.path = path
      return report
    }
    pending[index] = seen
    return nil
  }

  package func note(_ report: ReplayReport, at index: Int) {
    guard let pending = pending.removeValue(forKey: index), report.verdict.kind == .match,
      // If the file changed, it is unknown which bytes were replayed.
      LogStamp(of: report.path) == pending.stamp
    else { return }
    new.append(
      CacheFile.Record(log: pending.log, file: pending.file, verdict: report.encoded[...]))
    if new.count == Self.portion { write() }
  }

  package func finish() {
    write()
    if contents.files.count > Self.maxFiles { joinFiles() }
    trim()
  }
}

extension VerdictCache {
  private func write() {
    guard !new.isEmpty else { return }
    if let failure = CacheFile.write(new, in: contents.folder) {
      warnings.append("cannot write verdicts to '\(contents.folder)': \(failure)")
    }
    for record in new { contents.learn(record) }
    new = []
  }

  /// Merges all files of the build into one, except for files that other processes add meanwhile.
  private func joinFiles() {
    let files = contents.files
    var all: [LogFingerprint: CacheFile.Record] = [:]
    for path in files {
      do throws(CacheFile.Damage) {
        try CacheFile.forEachRecord(of: path) { record in
          if all[record.log]?.file == nil { all[record.log] = record }
        }
      } catch {
        return
      }
    }
    let records = all.values.sorted { $0.log.digest < $1.log.digest }
    guard CacheFile.write(records, in: contents.folder) == nil else { return }
    for path in files { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Removes the oldest files of all builds until the rest is within the limit.
  private func trim() {
    let cache = contents.cache
    let builds = (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []
    let files = builds.sorted().flatMap { CacheFile.all(in: "\(cache)/\($0)") }
      .compactMap { path in LogStamp(of: path).map { (path: path, stamp: $0) } }
      .sorted { $0.stamp.modified > $1.stamp.modified }
    var bytes = 0
    for file in files {
      bytes += file.stamp.bytes
      guard bytes > limit else { continue }
      try? FileManager.default.removeItem(atPath: file.path)
      // Removes the folder only if it is empty.
      rmdir((file.path as NSString).deletingLastPathComponent)
    }
  }
}
