import DependencyInjection
import Foundation
import SharedState
import Testing

@Suite("Relocated storages")
struct StorageRelocationTests {
  private struct Refusal: Error {}

  private struct StoredValues {
    @Shared(.appStorage("bool")) var bool = false
    @Shared(.appStorage("int")) var int = 0
    @Shared(.appStorage("double")) var double = 0.0
    @Shared(.appStorage("texts")) var texts: [String] = []
    @Shared(.appStorage("data")) var data = Data()
    @Shared(.appStorage("date")) var day = Date.distantPast
  }

  @Test("Files are read, written and observed at the locations that a function returns")
  func relocatedFiles() throws {
    let files = LockIsolated<[URL: Data]>([:])
    let base = FileStorage.inMemory(fileSystem: files)
    let place = URL(filePath: "/data/a.json")
    let storage = base.relocated(by: Owner()) { _ in place }
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      @Shared(.fileStorage(URL(filePath: "/home/a.json"))) var number = 1
      $number.withLock { $0 = 2 }
      #expect(files.value == [place: Data("2".utf8)])
      base.write(place, { Data("3".utf8) }, { _ in })
      #expect(number == 3)
    }
  }

  @Test("A file that the function denies is not accessed, and the value has an error")
  func refusedFiles() throws {
    let files = LockIsolated<[URL: Data]>([:])
    withDependencies {
      $0.defaultFileStorage = FileStorage.inMemory(fileSystem: files).relocated(by: Owner()) { _ in
        throw Refusal()
      }
    } operation: {
      @Shared(.fileStorage(URL(filePath: "/home/a.json"))) var number = 1
      #expect($number.loadError is Refusal)
      $number.withLock { $0 = 2 }
      #expect($number.saveError is Refusal)
      #expect(files.value.isEmpty)
    }
  }

  @Test("User defaults in a file store values of all types")
  func storedDefaults() throws {
    let storage = FileStorage.inMemory
    let url = URL(filePath: "/data/defaults.plist")
    let date = Date(timeIntervalSince1970: 1.5)
    func withDefaults(_ operation: (StoredValues) -> Void) throws {
      let defaults = try UserDefaults.stored(at: url, in: storage)
      withDependencies {
        $0.defaultAppStorage = defaults
        $0.sharedReferences = SharedReferences()
      } operation: {
        operation(StoredValues())
      }
    }
    try withDefaults { values in
      values.$bool.withLock { $0 = true }
      values.$int.withLock { $0 = 1 }
      values.$double.withLock { $0 = 2 }
      values.$texts.withLock { $0 = ["a"] }
      values.$data.withLock { $0 = Data([1]) }
      values.$day.withLock { $0 = date }
    }
    try withDefaults { values in
      #expect(values.bool)
      #expect(values.int == 1)
      #expect(values.double == 2)
      #expect(values.texts == ["a"])
      #expect(values.data == Data([1]))
      #expect(values.day == date)
    }
  }

  @Test("A file that isn't a property list throws an error")
  func badDefaults() {
    let url = URL(filePath: "/data/defaults.plist")
    let storage = FileStorage.inMemory(fileSystem: LockIsolated([url: Data("no list".utf8)]))
    #expect(throws: (any Error).self) { try UserDefaults.stored(at: url, in: storage) }
  }
}

/// An owner of relocated files.
private final class Owner: Sendable {}
