import ComposableArchitecture
import DataKeeping
import Foundation
import Testing

@Suite("Saving where a broken file may be")
struct DataKeepingTests {
  private let new = Data("new".utf8)
  private let broken = Data("broken".utf8)

  private func save(in storage: DataStorage) async throws -> String? {
    try await storage.save(new, "list.json") { $0 == broken }
  }

  @Test("What is there is replaced if it is not broken", arguments: ["old", ""])
  func replace(old: String) async throws {
    let storage = DataStorage.inMemory(["list.json": Data(old.utf8)])
    #expect(try await save(in: storage) == nil)
    #expect(try await storage.load("list.json") == new)
  }

  @Test("Where there is nothing, the data is saved")
  func first() async throws {
    let storage = DataStorage.inMemory()
    #expect(try await save(in: storage) == nil)
    #expect(try await storage.load("list.json") == new)
  }

  @Test("A broken file is kept under another name, which is told")
  func keep() async throws {
    let storage = DataStorage.inMemory(["list.json": broken])
    #expect(try await save(in: storage) == "list.broken-1.json")
    #expect(try await storage.load("list.json") == new)
    #expect(try await storage.load("list.broken-1.json") == broken)
  }

  @Test("A second broken file does not take the place of the first")
  func keepAnother() async throws {
    let first = Data("first".utf8)
    let storage = DataStorage.inMemory(["list.json": broken, "list.broken-1.json": first])
    #expect(try await save(in: storage) == "list.broken-2.json")
    #expect(try await storage.load("list.broken-1.json") == first)
    #expect(try await storage.load("list.broken-2.json") == broken)
  }

  @Test("A broken file that was kept before is not kept twice")
  func keptBefore() async throws {
    let storage = DataStorage.inMemory(["list.json": broken, "list.broken-1.json": broken])
    #expect(try await save(in: storage) == "list.broken-1.json")
    #expect(try await storage.load("list.broken-2.json") == nil)
  }

  @Test("A name without an ending has the number at its end")
  func noEnding() async throws {
    let storage = DataStorage.inMemory(["list": broken])
    #expect(try await storage.save(new, "list") { _ in true } == "list.broken-1")
  }

  @Test("Where a broken file cannot be kept, it stays as it is")
  func notKept() async throws {
    struct Full: Error {}
    let memory = DataStorage.inMemory(["list.json": broken])
    let storage = DataStorage(load: memory.load, save: { _, _ in throw Full() })
    await #expect(throws: Full.self) { try await save(in: storage) }
    #expect(try await storage.load("list.json") == broken)
  }

  @Test("When too many broken files are kept, the last stays as it is, and the error says so")
  func tooMany() async throws {
    let storage = DataStorage(
      load: { [broken] name in name == "list.json" ? broken : Data(name.utf8) },
      save: { _, name in Issue.record("'\(name)' was saved") })
    await #expect(throws: DataKeepingError.tooManyBrokenFiles(name: "list.json")) {
      try await save(in: storage)
    }
    #expect(
      DataKeepingError.tooManyBrokenFiles(name: "list.json").description == """
        "list.json" cannot be read, and would be lost: 99 broken files of that name are kept \
        already. Mend it, or move some of them away.
        """)
  }

  @Test("A save that is cancelled meanwhile leaves what is there")
  func cancelled() async {
    let storage = DataStorage(
      load: { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return nil
      }, save: { _, name in Issue.record("'\(name)' was saved") })
    let save = Task { try await storage.save(new, "list.json") { _ in true } }
    await #expect(throws: CancellationError.self) { try await save.value }
  }
}
