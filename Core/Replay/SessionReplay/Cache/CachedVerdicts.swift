import Foundation
import SessionLog

/// The verdicts that a cache has of a build.
package struct CachedVerdicts: Sendable {
  /// The folder of the cache.
  let cache: String
  /// The folder of the build.
  let folder: String
  private(set) var verdicts: [LogFingerprint: ArraySlice<UInt8>] = [:]
  /// The logs whose files are known.
  private(set) var logs: [FileIdentity: LogFingerprint] = [:]
  /// What was wrong with the files.
  private(set) var warnings: [String] = []

  /// Reads the verdicts of a build from a folder, which is made if it is not there.
  ///
  /// `build` names the executable and what else decides over verdicts.
  package init(folder cache: String, build: String) throws(VerdictCacheError) {
    self.cache = cache
    folder = "\(cache)/\(build)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw VerdictCacheError(folder: cache, reason: "\(error.localizedDescription)")
    }
    for path in files {
      do throws(CacheFile.Damage) {
        try CacheFile.forEachRecord(of: path) { learn($0) }
      } catch {
        warnings.append("'\(path)' is damaged (\(error.reason)); it is removed")
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// The files of the build by now.
  var files: [String] { CacheFile.all(in: folder) }

  /// Adds a verdict.
  mutating func learn(_ record: CacheFile.Record) {
    verdicts[record.log] = record.verdict
    if let file = record.file { logs[file] = record.log }
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
