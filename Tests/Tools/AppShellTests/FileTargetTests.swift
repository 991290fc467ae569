import AppShell
import ComposableArchitecture
import Foundation
import Platform
import SessionLog
import TestSupport
import Testing

@MainActor
@Suite("Files written by verbs")
struct FileTargetTests {
  private let folder: TemporaryFolder
  private let script: String
  private let log: String

  init() async throws {
    folder = try TemporaryFolder()
    script = try folder.write("add(1)\n", as: "script.txt")
    log = folder.file("whole.reprise")
    #expect(await run("--record", log).code == 0)
  }

  private func run(_ arguments: String...) async -> ShellOutcome {
    await tally(["run", "--script", script, "--data-dir", folder.file("data")] + arguments)
  }

  /// Creates a FIFO and a link to a file. Returns their paths.
  private func obstacles() throws -> [(path: String, kind: FileKind)] {
    let fifo = folder.file("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let link = folder.file("link")
    try #require(symlink(try folder.write("precious", as: "precious"), link) == 0)
    return [(fifo, .fifo), (link, .link), (folder.path, .folder)]
  }

  @Test("Verbs refuse to replace a FIFO, a link or a folder and leave it unchanged")
  func refused() async throws {
    for (path, kind) in try obstacles() {
      for outcome in [
        await run("--record", path), await run("--record", path, "--force"),
        await tally("recover", log, "-o", path, "--force"),
        await tally("replay", log, "--junit", path),
      ] {
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("is \(kind)"))
        #expect(outcome.output.isEmpty)
      }
      #expect(FileKind(at: path) == kind)
    }
    #expect(try String(contentsOfFile: folder.file("precious"), encoding: .utf8) == "precious")
  }

  @Test("--update does not replace a link")
  func update() async throws {
    let link = folder.file("l.reprise")
    try #require(symlink(log, link) == 0)
    #expect(await tally("replay", "--update", "--yes", link).code == 0)
    #expect(FileKind(at: link) == .link)
  }

  @Test("A FIFO in the data folder is reported and never blocks", .timeLimit(.minutes(30)))
  func dataFIFO() async throws {
    let storage = FolderStorage(folder: folder.path).dependency
    try #require(mkfifo(folder.file("x.json"), 0o600) == 0)
    for action in ["load", "save"] {
      let error = await #expect(throws: FolderStorageError.self) {
        if action == "load" {
          _ = try await storage.load("x.json")
        } else {
          try await storage.save(Data([1]), "x.json")
        }
      }
      #expect(error?.description.contains("x.json': it is a FIFO") == true)
    }
    #expect(FileKind(at: folder.file("x.json")) == .fifo)
  }

  @Test("Only the owner can access new data, and an existing file keeps its mode")
  func dataPermissions() async throws {
    let storage = FolderStorage(folder: folder.file("a/b")).dependency
    try await storage.save(Data([1]), "x.json")
    #expect(try mode("a") == 0o700)
    #expect(try mode("a/b") == 0o700)
    #expect(try mode("a/b/x.json") == 0o600)
    try #require(chmod(folder.file("a/b/x.json"), 0o640) == 0)
    try await storage.save(Data([2]), "x.json")
    #expect(try mode("a/b/x.json") == 0o640)
  }

  @Test("A link at the path of the temporary file is not followed")
  func plantedTemporary() async throws {
    let precious = try folder.write("precious", as: "precious")
    let temporary = folder.file(".x.json.\(getpid()).tmp")
    try #require(symlink(precious, temporary) == 0)
    let storage = FolderStorage(folder: folder.path).dependency
    try await storage.save(Data([1]), "x.json")
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
    #expect(try await storage.load("x.json") == Data([1]))
    #expect(FileKind(at: temporary) == nil)
  }

  private func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(folder.file(name), &status) == 0)
    return status.st_mode & 0o777
  }
}
