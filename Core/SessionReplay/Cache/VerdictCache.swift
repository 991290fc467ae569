import Foundation
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

  /// How many verdicts were taken from the cache.
  package private(set) var hitCount = 0
  /// What was wrong with the cache, in words.
  package private(set) var warnings: [String] = []

  private struct Pending {
    let fingerprint: LogFingerprint
    let stamp: LogStamp
  }

  private let folder: String
  private let ownFolder: String
  private let limit: Int
  private var verdicts: [LogFingerprint: [UInt8]] = [:]
  private var pending: [Int: Pending] = [:]
  private var new: [LogFingerprint: [UInt8]] = [:]

  /// Opens the cache of a build in a folder, which is made if it is not there.
  ///
  /// `build` names the executable and what else decides over verdicts; of all builds together about
  /// `limit` bytes are kept.
  package init(folder: String, build: String, limit: Int) throws(VerdictCacheError) {
    self.folder = folder
    self.limit = limit
    ownFolder = "\(folder)/\(build)"
    do {
      try FileManager.default.createDirectory(
        atPath: ownFolder, withIntermediateDirectories: true)
    } catch {
      throw VerdictCacheError(folder: folder, reason: "\(error.localizedDescription)")
    }
    for path in files() {
      do throws(CacheFile.Damage) {
        verdicts.merge(try CacheFile.read(path)) { first, _ in first }
      } catch {
        warnings.append("'\(path)' is damaged (\(error.reason)); it is removed")
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  package func report(ofLogAt index: Int, _ path: String) -> ReplayReport? {
    guard let stamp = LogStamp(of: path),
      let fingerprint = LogFingerprint(ofLog: path, upTo: Self.mostBytes)
    else { return nil }
    if let bytes = verdicts[fingerprint],
      var report = ReplayReport(encoded: bytes[...], path: path)
    {
      hitCount += 1
      // The same log may have had another name.
      report.path = path
      return report
    }
    pending[index] = Pending(fingerprint: fingerprint, stamp: stamp)
    return nil
  }

  package func note(_ report: ReplayReport, at index: Int) {
    guard let pending = pending.removeValue(forKey: index), report.verdict.kind == .match,
      // Else nobody knows which bytes were replayed.
      LogStamp(of: report.path) == pending.stamp
    else { return }
    new[pending.fingerprint] = report.encoded
    if new.count == Self.portion { write() }
  }

  /// Writes what is new, and keeps the folder within its limit.
  package func finish() {
    write()
    if files().count > Self.mostFiles { joinFiles() }
    trim()
  }
}

extension VerdictCache {
  private func files() -> [String] { Self.files(in: ownFolder) }

  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(CacheFile.suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  private func write() {
    guard !new.isEmpty else { return }
    if let failure = CacheFile.write(new, in: ownFolder) {
      warnings.append("verdicts cannot be written to '\(ownFolder)': \(failure)")
    }
    verdicts.merge(new) { _, new in new }
    new = [:]
  }

  /// Puts all files of the build into one; what another process adds meanwhile stays beside it.
  private func joinFiles() {
    let files = files()
    var all: [LogFingerprint: [UInt8]] = [:]
    for path in files {
      guard let verdicts = try? CacheFile.read(path) else { return }
      all.merge(verdicts) { first, _ in first }
    }
    guard CacheFile.write(all, in: ownFolder) == nil else { return }
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
