import AppShell
import ComposableArchitecture
import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Data in a folder")
struct FolderStorageTests {
  private let folder: TemporaryFolder
  private let storage: DataStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = FolderStorage(folder: folder.file("a/b")).dependency
  }

  @Test("What was never saved is not there, and nothing is made by asking")
  func missing() async throws {
    #expect(try await storage.load("x.json") == nil)
    #expect(try folder.names().isEmpty)
  }

  @Test("What was saved last is loaded, and no other file is left")
  func replacing() async throws {
    try await storage.save(Data("first, and longer".utf8), "x.json")
    try await storage.save(Data("second".utf8), "x.json")
    #expect(try await storage.load("x.json") == Data("second".utf8))
    #expect(try folder.names(in: "a/b") == ["x.json"])
  }

  @Test(
    "A name that could lead elsewhere is refused",
    arguments: ["", ".", "..", ".hidden", "a/b", "/etc/passwd", "../x", "a\0b", "a\nb"])
  func names(name: String) async throws {
    await #expect(throws: FolderStorageError.badName(name)) { try await storage.load(name) }
    await #expect(throws: FolderStorageError.badName(name)) {
      try await storage.save(Data(), name)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("A folder in the place of the file cannot be loaded or replaced, and stays")
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

  @Test("A file in the place of the folder is told, and stays")
  func fileInTheWay() async throws {
    _ = try folder.write("x", as: "a")
    let path = folder.file("a/b/x.json")
    await #expect(
      throws: FolderStorageError.cannotSave(path: path, SystemFailure(code: ENOTDIR))
    ) { try await storage.save(Data([1]), "x.json") }
    #expect(try String(contentsOfFile: folder.file("a"), encoding: .utf8) == "x")
  }

  @Test("A failure quotes the path and what the system says")
  func wording() {
    let error = FolderStorageError.cannotSave(path: "/d/x.json", SystemFailure(code: ENOSPC))
    #expect(error.description.hasPrefix("'/d/x.json' cannot be written: No space left on device."))
    #expect(error.description.contains("--data-dir"))
  }
}
