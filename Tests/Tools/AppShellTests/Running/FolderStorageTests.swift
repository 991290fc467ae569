import Platform
import AppShell
import CommandLineKit
import ComposableArchitecture
import Foundation
import SessionLog
import Testing
import TestSupport

@Suite("Folder storage")
struct FolderStorageTests {
  private let folder: TemporaryFolder
  private let storage: DataStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = FolderStorage(folder: folder.file("a/b")).dependency
  }

  @Test("Loading a name that was never saved returns nil and creates nothing")
  func missing() async throws {
    #expect(try await storage.load("x.json") == nil)
    #expect(try folder.names().isEmpty)
  }

  @Test("Loading returns the last saved data, and no other file is left")
  func replacing() async throws {
    try await storage.save(Data("first, and longer".utf8), "x.json")
    try await storage.save(Data("second".utf8), "x.json")
    #expect(try await storage.load("x.json") == Data("second".utf8))
    #expect(try folder.names(in: "a/b") == ["x.json"])
  }

  @Test(
    "A name that leads out of the folder is rejected",
    arguments: ["", ".", "..", ".hidden", "a/b", "/etc/passwd", "../x", "a\0b", "a\nb"])
  func names(name: String) async throws {
    await #expect(throws: FolderStorageError.badName(name)) { try await storage.load(name) }
    await #expect(throws: FolderStorageError.badName(name)) {
      try await storage.save(Data(), name)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("A folder at the path of the file cannot be loaded or replaced, and is unchanged")
  func folderInTheWay() async throws {
    let path = folder.file("a/b/x.json")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    await #expect(throws: FolderStorageError.cannotLoad(path: path, SystemFailure(.folder))) {
      try await storage.load("x.json")
    }
    await #expect(throws: FolderStorageError.cannotSave(path: path, SystemFailure(.folder))) {
      try await storage.save(Data([1]), "x.json")
    }
    #expect(try folder.names(in: "a/b") == ["x.json"])
  }

  @Test("A file at the path of the folder is reported, and is unchanged")
  func fileInTheWay() async throws {
    _ = try folder.write("x", as: "a")
    let path = folder.file("a/b/x.json")
    await #expect(
      throws: FolderStorageError.cannotSave(path: path, SystemFailure(code: ENOTDIR))
    ) { try await storage.save(Data([1]), "x.json") }
    #expect(try String(contentsOfFile: folder.file("a"), encoding: .utf8) == "x")
  }

  @Test("A failure quotes the path and the system's message")
  func wording() {
    let error = FolderStorageError.cannotSave(path: "/d/x.json", SystemFailure(code: ENOSPC))
    #expect(error.description.hasPrefix("cannot write '/d/x.json': No space left on device."))
    #expect(error.description.contains("--data-dir"))
  }
}
