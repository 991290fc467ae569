import DependencyInjection
import Foundation
import Testing

@Suite("Saving over a broken file")
struct BrokenFileTests {
  private let new = Data("new".utf8)
  private let broken = Data("broken".utf8)

  private func save(in storage: DataStorage) async throws -> String? {
    try await storage.save(new, "list.json") { $0 == broken }
  }

  @Test("save replaces a file that is not broken", arguments: ["old", ""])
  func replace(old: String) async throws {
    let storage = DataStorage.inMemory(["list.json": Data(old.utf8)])
    #expect(try await save(in: storage) == nil)
    #expect(try await storage.load("list.json") == new)
  }

  @Test("save creates a missing file")
  func first() async throws {
    let storage = DataStorage.inMemory()
    #expect(try await save(in: storage) == nil)
    #expect(try await storage.load("list.json") == new)
  }

  @Test("A broken file is copied to a new name, which save returns")
  func keep() async throws {
    let storage = DataStorage.inMemory(["list.json": broken])
    #expect(try await save(in: storage) == "list.broken-1.json")
    #expect(try await storage.load("list.json") == new)
    #expect(try await storage.load("list.broken-1.json") == broken)
  }

  @Test("A second broken file does not replace the first copy")
  func keepAnother() async throws {
    let first = Data("first".utf8)
    let storage = DataStorage.inMemory(["list.json": broken, "list.broken-1.json": first])
    #expect(try await save(in: storage) == "list.broken-2.json")
    #expect(try await storage.load("list.broken-1.json") == first)
    #expect(try await storage.load("list.broken-2.json") == broken)
  }

  @Test("A broken file that was copied before is not copied again")
  func keptBefore() async throws {
    let storage = DataStorage.inMemory(["list.json": broken, "list.broken-1.json": broken])
    #expect(try await save(in: storage) == "list.broken-1.json")
    #expect(try await storage.load("list.broken-2.json") == nil)
  }

  @Test("The number follows a name that has no extension")
  func noEnding() async throws {
    let storage = DataStorage.inMemory(["list": broken])
    #expect(try await storage.save(new, "list") { _ in true } == "list.broken-1")
  }

  @Test("If a broken file cannot be copied, it is left unchanged")
  func notKept() async throws {
    struct Full: Error {}
    let memory = DataStorage.inMemory(["list.json": broken])
    let storage = DataStorage(load: memory.load, save: { _, _ in throw Full() })
    await #expect(throws: Full.self) { try await save(in: storage) }
    #expect(try await storage.load("list.json") == broken)
  }

  @Test("With too many copies, save throws and leaves the broken file unchanged")
  func tooMany() async throws {
    let storage = DataStorage(
      load: { [broken] name in name == "list.json" ? broken : Data(name.utf8) },
      save: { _, name in Issue.record("'\(name)' was saved") })
    await #expect(throws: DataStorageError.tooManyBrokenFiles(name: "list.json")) {
      try await save(in: storage)
    }
    #expect(
      DataStorageError.tooManyBrokenFiles(name: "list.json").description == """
        "list.json" cannot be read, and would be lost: 99 broken files of that name are kept \
        already. Mend it, or move some of them away.
        """)
  }

  @Test("A save that is canceled while loading writes nothing")
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
