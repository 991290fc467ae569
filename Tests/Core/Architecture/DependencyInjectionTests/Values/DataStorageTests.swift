import DependencyInjection
import Foundation
import Testing

struct DataStorageTests {
  @Test("Data saved in memory is loaded by name")
  func roundTrip() async throws {
    let storage = DataStorage.inMemory()
    try await storage.save(Data([1]), "a")
    try await storage.save(Data([2]), "b")
    try await storage.save(Data([3]), "a")
    #expect(try await storage.load("a") == Data([3]))
    #expect(try await storage.load("b") == Data([2]))
  }

  @Test("Loading a name that was never saved returns nil")
  func nothing() async throws {
    #expect(try await DataStorage.inMemory().load("a") == nil)
  }

  @Test("A storage in memory starts with its initial content")
  func content() async throws {
    #expect(try await DataStorage.inMemory(["a": Data([1])]).load("a") == Data([1]))
  }

  @Test("The live storage throws an error that says no folder is set")
  func live() async {
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.dataStorage) var storage
      await #expect(throws: DataStorageError.noFolderToLoad(name: "primes")) {
        try await storage.load("primes")
      }
      await #expect(throws: DataStorageError.noFolderToSave(name: "primes")) {
        try await storage.save(Data(), "primes")
      }
    }
    #expect(
      DataStorageError.noFolderToSave(name: "primes").description == """
        Cannot save "primes": no data folder is set. Set 'dataStorage' with 'prepareDependencies' \
        when the app starts.
        """)
  }

  @Test("Using a storage without an override fails the test")
  func uncontrolled() async throws {
    let collect = IssueCollector()
    @Dependency(\.dataStorage) var storage
    try await collect {
      #expect(try await storage.load("a") == nil)
      try await storage.save(Data(), "a")
    }
    #expect(collect.messages.count == 2)
  }

  @Test("A preview stores data in memory")
  func preview() async throws {
    try await withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.dataStorage) var storage
      try await storage.save(Data([1]), "a")
      #expect(try await storage.load("a") == Data([1]))
    }
  }
}
