import Foundation
import Platform
import ReplayCorpus
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct CorpusTests {
  @Test("A folder stands for all logs under it in alphabetical order, and a file for itself")
  func paths() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("deep/er"), withIntermediateDirectories: true)
    for name in ["b.reprise", "deep/er/a.reprise", "a.reprise", "notes.txt", "c.reprise.partial"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let found = ["a.reprise", "b.reprise", "deep/er/a.reprise"].map(folder.file)
    #expect(try Corpus(paths: [folder.path]).paths == found)
    #expect(try Corpus(paths: [folder.path + "/"]).paths == found)
    #expect(
      try Corpus(paths: [folder.file("c.reprise.partial"), folder.file("deep")]).paths
        == [folder.file("c.reprise.partial"), folder.file("deep/er/a.reprise")])
  }

  @Test("A corpus contains all logs under a folder, in order, and an empty folder is an error")
  func corpus() async throws {
    let folder = try TemporaryFolder()
    let url = URL(fileURLWithPath: folder.path)
    #expect(throws: CorpusError.empty(folder: folder.path)) { try Corpus(in: url) }
    for name in ["b.reprise", "a.reprise"] { try await Session.record(at: folder.file(name)) }
    #expect(try Corpus(in: url).logs.map(\.lastPathComponent) == ["a.reprise", "b.reprise"])
    let missing = folder.file("missing")
    #expect(throws: CorpusError.missing(missing)) {
      try Corpus(in: URL(fileURLWithPath: missing))
    }
    let log = folder.file("a.reprise")
    #expect(throws: CorpusError.noFolder(log)) { try Corpus(in: URL(fileURLWithPath: log)) }
  }

  @Test("A missing path or a folder without logs is an error")
  func errors() throws {
    let folder = try TemporaryFolder()
    #expect(throws: CorpusError.empty(folder: folder.path)) { try Corpus(paths: [folder.path]) }
    let missing = folder.file("missing")
    #expect(throws: CorpusError.missing(missing)) { try Corpus(paths: [missing]) }
  }

  @Test("An unreadable file is an error with the system's reason, not a damaged log")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let log = folder.file("a.reprise")
    try Data().write(to: URL(fileURLWithPath: log))
    let inFile = "\(log)/b.reprise"
    #expect(throws: CorpusError.unreadable(inFile, code: ENOTDIR)) { try Corpus(paths: [inFile]) }
    let link = folder.file("link.reprise")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(throws: CorpusError.unreadable(link, code: ENOENT)) {
      try Corpus(paths: [folder.path])
    }
    #expect(
      CorpusError.unreadable("x", code: EACCES).description
        == "'x' cannot be read: Permission denied. Check the name and the permissions.")
    #expect(throws: CorpusError.noFile("/dev/null")) { try Corpus(paths: ["/dev/null"]) }
  }

  @Test("A log without read permission is an error", .enabled(if: geteuid() != 0))
  func permissions() throws {
    let folder = try TemporaryFolder()
    let log = folder.file("a.reprise")
    try Data().write(to: URL(fileURLWithPath: log))
    try #require(chmod(log, 0) == 0)
    #expect(throws: CorpusError.unreadable(log, code: EACCES)) { try Corpus(paths: [log]) }
    #expect(throws: CorpusError.unreadable(log, code: EACCES)) {
      try Corpus(paths: [folder.path])
    }
  }

  /// Returns the path of a tar with files of the folder, made by the system's program.
  private func tar(_ names: [String], in folder: TemporaryFolder) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tar", "-C", folder.path, "-cf", folder.file("logs.tar")] + names
    try process.run()
    process.waitUntilExit()
    return folder.file("logs.tar")
  }

  @Test("A tar without logs, and a log that a tar does not have, are errors")
  func emptyArchive() throws {
    let folder = try TemporaryFolder()
    for name in ["a.reprise", "notes.txt"] { try folder.write("x", as: name) }
    let notes = try tar(["notes.txt"], in: folder)
    #expect(throws: CorpusError.empty(folder: notes)) { try Corpus(paths: [notes]) }
    #expect(try Corpus(paths: [notes], allowsEmpty: true).paths.isEmpty)
    let logs = try tar(["a.reprise", "notes.txt"], in: folder)
    #expect(try Corpus(paths: [logs]).paths == ["\(logs)/a.reprise"])
    #expect(throws: CorpusError.missing("\(logs)/b.reprise")) {
      try Corpus(paths: ["\(logs)/b.reprise"])
    }
  }

  @Test(
    "A tar that is cut off, and a file that isn't a tar, are errors at the path and at a log in it")
  func damagedArchive() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: 2_000), as: "a.reprise")
    let logs = try tar(["a.reprise"], in: folder)
    for length in [1_000, 700, 100] {
      try folder.write(Data(try bytes(of: logs).prefix(length)), to: "logs.tar")
      for path in [logs, "\(logs)/a.reprise"] {
        #expect {
          try Corpus(paths: [path])
        } throws: { error in
          guard case .badArchive(path, let reason)? = error as? CorpusError else { return false }
          return reason.contains("logs.tar")
        }
      }
    }
  }

  @Test("A corpus lists unfinished recordings beside a log and in a folder")
  func unfinished() throws {
    let folder = try TemporaryFolder()
    for name in ["a.reprise", "a.reprise.partial", "b.reprise.partial"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    #expect(
      try Corpus(paths: [folder.file("a.reprise")]).unfinished == [
        folder.file("a.reprise.partial")
      ])
    #expect(try Corpus(paths: [folder.path]).unfinished.count == 2)
    let missing = folder.file("b.reprise")
    #expect(throws: CorpusError.unfinished(missing)) { try Corpus(paths: [missing]) }
  }

  @Test("A recording that is older than its log was recovered, and is not listed")
  func recovered() throws {
    let folder = try TemporaryFolder()
    let log = folder.file("a.reprise")
    for (name, time) in [("a.reprise.partial", 1_000.0), ("a.reprise", 2_000)] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: folder.file(name))
    }
    #expect(try Corpus(paths: [log]).unfinished.isEmpty)
    #expect(try Corpus(paths: [folder.path]).unfinished.isEmpty)
  }

  @Test("Shards divide a corpus without gaps or overlap, wherever the corpus is")
  func shards() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("moved/deep"), withIntermediateDirectories: true)
    for number in 0..<40 {
      for name in ["moved/\(number).reprise", "moved/deep/\(number).reprise"] {
        try Data().write(to: URL(fileURLWithPath: folder.file(name)))
      }
    }
    let whole = try Corpus(paths: [folder.file("moved")])
    let shards = try (1...3).map { index in
      try Corpus(paths: [folder.file("moved")], shard: Shard(index, of: 3)).paths
    }
    #expect(shards.joined().sorted() == whole.paths)
    #expect(shards.allSatisfy { $0.count > 15 })
    #expect(shards.allSatisfy { $0 == $0.sorted() })
    #expect(
      try Corpus(paths: [folder.file("moved/")], shard: Shard(2, of: 3)).paths == shards[1])
    try FileManager.default.moveItem(atPath: folder.file("moved"), toPath: folder.file("b"))
    let moved = try Corpus(paths: [folder.file("b")], shard: Shard(1, of: 3)).paths
    #expect(moved.map { $0.replacing("/b/", with: "/moved/") } == shards[0])
  }

  @Test("Adding a log moves no existing log to a different shard")
  func newLog() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 {
      try Data().write(to: URL(fileURLWithPath: folder.file("\(number).reprise")))
    }
    let before = try Corpus(paths: [folder.path], shard: Shard(1, of: 4)).paths
    try Data().write(to: URL(fileURLWithPath: folder.file("0-new.reprise")))
    let after = try Corpus(paths: [folder.path], shard: Shard(1, of: 4)).paths
    #expect(after.filter { !$0.hasSuffix("0-new.reprise") } == before)
  }

  @Test(
    "The shard of a log is the CRC-32 of its name below the folder, modulo the number of shards")
  func shardOfName() throws {
    let folder = try TemporaryFolder()
    for name in ["a.reprise", "b.reprise", "c.reprise", "d.reprise"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    // python3 -c 'import zlib; print([zlib.crc32(b"%c.reprise" % c) % 2 + 1 for c in b"abcd"])'
    let shards = try (1...2).map { index in
      try Corpus(paths: [folder.path], shard: Shard(index, of: 2)).paths.map {
        ($0 as NSString).lastPathComponent
      }
    }
    #expect(shards == [["b.reprise", "d.reprise"], ["a.reprise", "c.reprise"]])
  }

  @Test("A list with more paths than fit in memory keeps their order")
  func manyPaths() {
    let paths = (0..<10_000).map { "\($0)/" + String(repeating: "x", count: $0 % 97) }
    let list = PathList(paths)
    #expect(list.elementsEqual(paths))
    #expect(
      [9_999, 0, 5_000, 64, 63].map { list[$0] } == [9_999, 0, 5_000, 64, 63].map { paths[$0] })
    #expect(list == PathList(paths))
    #expect(list != PathList(paths.dropLast()))
  }

  @Test("Reports have the order of the logs when several threads replay many logs")
  func jobs() async throws {
    let folder = try TemporaryFolder()
    for number in 1...12 {
      try await Session.record(
        Array(repeating: .add(1), count: number),
        at: folder.file("\(number < 10 ? "0" : "")\(number).reprise"))
    }
    let progress = Mutex<Set<Int>>([])
    let reports = CorpusReplay(jobs: 4).replay(
      try Corpus(paths: [folder.path]), with: SessionReplayer(Session.app()),
      progress: { done in progress.withLock { _ = $0.insert(done) } })
    #expect(reports.map(\.verifiedSteps) == (1...12).map(UInt64.init))
    #expect(reports.allSatisfy { $0.verdict.kind == .match })
    #expect(progress.withLock { $0 } == Set(1...12))
  }
}
