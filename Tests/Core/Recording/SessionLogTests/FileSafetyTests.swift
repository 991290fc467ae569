import Foundation
import Platform
import SessionLog
import TestSupport
import Testing

@Suite("Files that must not be changed")
struct FileSafetyTests {
  let folder: TemporaryFolder
  let path: String
  let precious: String
  let overwrite = LogWriterOptions(overwrite: true)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    precious = folder.file("precious")
    try write([UInt8]("precious".utf8), to: precious)
  }

  /// Checks that the obstacle and its target have not changed.
  private func expectUntouched(_ obstacle: Obstacle, at place: String) throws {
    #expect(FileKind(at: place) == obstacle.kind)
    #expect(try bytes(of: precious) == [UInt8]("precious".utf8))
    #expect(!FileManager.default.fileExists(atPath: precious + ".none"))
  }

  @Test(
    "Only a regular file is replaced, even when overwriting is allowed", arguments: Obstacle.all,
    [false, true])
  func finalPath(obstacle: Obstacle, overwrite: Bool) throws {
    try obstacle.make(at: path, target: precious)
    #expect(throws: LogWriterError.notARegularFile(path: path, obstacle.kind)) {
      try LogWriter(
        path: path, header: sampleHeader, options: LogWriterOptions(overwrite: overwrite))
    }
    try expectUntouched(obstacle, at: path)
    #expect(FileKind(at: path + ".partial") == nil)
  }

  @Test(
    "An obstacle in place of the unfinished log is neither followed nor replaced",
    arguments: Obstacle.all, [false, true])
  func partial(obstacle: Obstacle, overwrite: Bool) throws {
    let partial = path + ".partial"
    try obstacle.make(at: partial, target: precious)
    #expect(throws: LogWriterError.notARegularFile(path: partial, obstacle.kind)) {
      try LogWriter(
        path: path, header: sampleHeader, options: LogWriterOptions(overwrite: overwrite))
    }
    try expectUntouched(obstacle, at: partial)
  }

  @Test(
    "An obstacle in place of the journal is neither followed nor replaced",
    arguments: Obstacle.all, [false, true])
  func journal(obstacle: Obstacle, overwrite: Bool) throws {
    let journal = path + ".partial.journal"
    try obstacle.make(at: journal, target: precious)
    var options = LogWriterOptions(overwrite: overwrite)
    options.journal = .mapped
    #expect(throws: LogWriterError.notARegularFile(path: journal, obstacle.kind)) {
      try LogWriter(path: path, header: sampleHeader, options: options)
    }
    try expectUntouched(obstacle, at: journal)
    #expect(FileKind(at: path + ".partial") == nil)
    #expect(FileKind(at: path) == nil)
  }

  @Test(
    "An obstacle in place of a recovered log or its copy is neither followed nor replaced",
    arguments: Obstacle.all)
  func recovery(obstacle: Obstacle) throws {
    try writeLog(path)
    for name in ["r.reprise", "r.reprise.rewriting"] {
      let place = folder.file(name)
      try obstacle.make(at: place, target: precious)
      let refusal = LogWriterError.notARegularFile(path: place, obstacle.kind)
      #expect(throws: LogRecoveryError.cannotCreate(refusal)) {
        try recoverLog(from: path, to: folder.file("r.reprise"), overwrite: true)
      }
      try expectUntouched(obstacle, at: place)
      try FileManager.default.removeItem(atPath: place)
    }
  }

  @Test("A file that replaced the unfinished log during recording is not changed")
  func meanwhile() throws {
    let writer = try LogWriter(path: path, header: sampleHeader, options: overwrite)
    try Obstacle.fifo.make(at: path, target: precious)
    #expect(throws: LogWriterError.self) { try writer.finish() }
    #expect(FileKind(at: path) == .fifo)
    #expect(try LogReader(path: path + ".partial").stepCount == 0)
  }

  @Test("A file is not overwritten through a hard link in place of the log")
  func hardLink() throws {
    #expect(link(precious, path + ".partial") == 0)
    _ = try LogWriter(path: path, header: sampleHeader, options: overwrite).finish()
    #expect(try bytes(of: precious) == [UInt8]("precious".utf8))
  }

  @Test("Only its owner can access a log, from the start")
  func permissions() throws {
    let writer = try LogWriter(path: path, header: sampleHeader)
    #expect(try mode(of: writer.partialPath) == 0o600)
    _ = try writer.finish()
    #expect(try mode(of: path) == 0o600)
  }

  @Test(
    "A log has the mode of the log that it replaces, merged or not", arguments: [true, false])
  func keptMode(isMerged: Bool) throws {
    try write([], to: path)
    #expect(chmod(path, 0o640) == 0)
    var options = isMerged ? LogWriterOptions.merged : .unmerged
    options.overwrite = true
    try writeLog(path, options: options)
    #expect(try mode(of: path) == 0o640)
    #expect(try LogReader(path: path).stepCount == 16)
  }

  @Test("A recovered log has the mode of the damaged log, or of the file that it replaces")
  func recoveredMode() throws {
    try writeLog(path)
    #expect(chmod(path, 0o604) == 0)
    let recovered = folder.file("r.reprise")
    _ = try recoverLog(from: path, to: recovered, overwrite: false)
    #expect(try mode(of: recovered) == 0o604)
    #expect(chmod(recovered, 0o640) == 0)
    _ = try recoverLog(from: path, to: recovered, overwrite: true)
    #expect(try mode(of: recovered) == 0o640)
  }

  @Test("A log that root replaces keeps its owner as well", .enabled(if: geteuid() == 0))
  func keptOwner() throws {
    try write([], to: path)
    #expect(chown(path, 1234, 5678) == 0)
    try writeLog(path, options: overwrite)
    #expect(try owner(of: path) == [1234, 5678])
    let recovered = folder.file("r.reprise")
    _ = try recoverLog(from: path, to: recovered, overwrite: false)
    #expect(try owner(of: recovered) == [1234, 5678])
  }
}
