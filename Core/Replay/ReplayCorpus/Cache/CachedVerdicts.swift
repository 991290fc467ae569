import Foundation
import SessionLog

/// The cached verdicts of one build of the app.
package struct CachedVerdicts: Sendable {
  let cache: String
  let folder: String
  private(set) var verdicts: [LogFingerprint: ArraySlice<UInt8>] = [:]
  private(set) var logs: [FileIdentity: LogFingerprint] = [:]
  private(set) var warnings: [String] = []

  /// Reads the verdicts of a build from a folder, and creates the folder if necessary.
  ///
  /// `build` identifies the executable and everything else that affects verdicts.
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

  var files: [String] { CacheFile.all(in: folder) }

  mutating func learn(_ record: CacheFile.Record) {
    verdicts[record.log] = record.verdict
    if let file = record.file { logs[file] = record.log }
  }
}

package struct VerdictCacheError: Error, CustomStringConvertible {
  let folder: String
  let reason: String

  package var description: String {
    "cannot store verdicts in '\(folder)': \(reason) Give another folder with --cache."
  }
}
