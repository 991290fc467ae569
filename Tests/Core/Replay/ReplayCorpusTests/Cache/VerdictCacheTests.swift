import Foundation
import ReplayCorpus
import SessionLog
import SessionReplay
import TestSupport
import Testing

struct VerdictCacheTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = folder.file("a.reprise")
    try Data("bytes".utf8).write(to: URL(fileURLWithPath: log))
  }

  /// Returns a cache whose clock is ahead by a number of seconds.
  private func cache(secondsLater: Double = 0) throws -> VerdictCache {
    let now = Date().addingTimeInterval(secondsLater).timeIntervalSince1970
    let verdicts = try CachedVerdicts(folder: folder.file("cache"), build: "build")
    return VerdictCache(verdicts, limit: 1 << 20, now: { Int64(now * 1e9) })
  }

  /// Returns whether the cache has a report of the log. If it has none, adds a match.
  private func ask(_ cache: VerdictCache) -> Bool {
    cache.prepare([(0, log)])
    defer { cache.finish() }
    if let report = cache.report(ofLogAt: 0, log) { return report.verdict.kind == .match }
    cache.note(ReplayReport(path: log, verdict: .match), at: 0)
    return false
  }

  @Test("A log is not read again if its file is unchanged")
  func recognizedFile() throws {
    #expect(try !ask(cache(secondsLater: 60)))
    let second = try cache(secondsLater: 60)
    #expect(ask(second))
    #expect(second.readCount == 0)
  }

  @Test("A log is read again if its file changed just before the last reading")
  func restlessFile() throws {
    #expect(try !ask(cache()))
    let second = try cache(secondsLater: 60)
    #expect(ask(second))
    #expect(second.readCount == 1)
  }

  @Test("The cache detects different bytes in a file with the same length and time")
  func otherBytes() throws {
    #expect(try !ask(cache(secondsLater: 60)))
    let time = try FileManager.default.attributesOfItem(atPath: log)[.modificationDate]
    let before = FileIdentity(of: log)
    // Waits until the clock of the file system has advanced, as for a settled file.
    repeat {
      try Data("BYTES".utf8).write(to: URL(fileURLWithPath: log))
      try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: log)
    } while FileIdentity(of: log)?.changed == before?.changed
    let second = try cache(secondsLater: 60)
    #expect(!ask(second))
    #expect(second.readCount == 1)
  }

  @Test("A log is recognized in a second file with the same bytes by reading that file")
  func otherFile() throws {
    #expect(try !ask(cache(secondsLater: 60)))
    try FileManager.default.copyItem(atPath: log, toPath: folder.file("b.reprise"))
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.moveItem(atPath: folder.file("b.reprise"), toPath: log)
    let second = try cache(secondsLater: 60)
    #expect(ask(second))
    #expect(second.readCount == 1)
  }

  @Test("The cache doesn't keep the verdict of a log that changed during its replay")
  func changedMeanwhile() throws {
    let first = try cache()
    first.prepare([(0, log)])
    #expect(first.report(ofLogAt: 0, log) == nil)
    try Data("more bytes".utf8).write(to: URL(fileURLWithPath: log))
    first.note(ReplayReport(path: log, verdict: .match), at: 0)
    first.finish()
    #expect(try !ask(cache()))
    try Data("bytes".utf8).write(to: URL(fileURLWithPath: log))
    #expect(try !ask(cache()))
  }

  @Test("Many verdict files are merged without losing a verdict")
  func joinedFiles() throws {
    for number in 0...17 {
      try Data("log \(number)".utf8).write(to: URL(fileURLWithPath: log))
      #expect(try !ask(cache()))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache/build"))
    #expect(files.count < 16)
    for number in 0...17 {
      try Data("log \(number)".utf8).write(to: URL(fileURLWithPath: log))
      #expect(try ask(cache()))
    }
  }
}
