import DependencyInjection
import Foundation
import Observation
import SharedState
import TestSupport
import Testing

@Suite("Shared files in the file system")
struct SharedFileTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.file("inner/numbers.json"))
  }

  @Test("A change is visible to other references, and then written to the file")
  func writing() async throws {
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var numbers = [1]
      for number in 2...20 {
        $numbers.withLock { $0.append(number) }
        let others = SharedReferences()
        withDependencies {
          $0.sharedReferences = others
        } operation: {
          @SharedReader(.fileStorage(url)) var same: [Int] = []
          #expect(same.last == number)
        }
      }
      try await $numbers.save()
      let data = try Data(contentsOf: url)
      #expect(try JSONDecoder().decode([Int].self, from: data) == Array(1...20))
    }
  }

  @Test("A file is reloaded when other code writes, replaces or removes it")
  func following() async throws {
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var numbers = [0]
      try await change(of: $numbers) { try Data("[1]".utf8).write(to: url) }
      #expect(numbers == [1])
      try await change(of: $numbers) { try Data("[2]".utf8).write(to: url, options: .atomic) }
      #expect(numbers == [2])
      try await change(of: $numbers) { try FileManager.default.removeItem(at: url) }
      #expect(numbers == [0])
    }
  }

  @Test("A file is still observed after its folder was removed or moved, and created again")
  func removedFolder() async throws {
    let inner = url.deletingLastPathComponent()
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(url)) var numbers = [0]
      try await change(of: $numbers) { try Data("[1]".utf8).write(to: url) }
      try await change(of: $numbers) { try FileManager.default.removeItem(at: inner) }
      #expect(numbers == [0])
      try await change(of: $numbers) {
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("[2]".utf8).write(to: url)
      }
      #expect(numbers == [2])
      try await change(of: $numbers) {
        try FileManager.default.moveItem(at: inner, to: URL(filePath: folder.file("moved")))
      }
      #expect(numbers == [0])
      try await change(of: $numbers) {
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("[3]".utf8).write(to: url)
      }
      #expect(numbers == [3])
    }
  }

  @Test("A path through a regular file leads to no file, and a folder cannot be read as a file")
  func missing() throws {
    let file = URL(filePath: try folder.write("", as: "file"))
    #expect(try FileStorage.fileSystem.read(file.appending(component: "in a file")) == nil)
    #expect(try FileStorage.fileSystem.read(URL(filePath: folder.file("none"))) == nil)
    #expect(throws: (any Error).self) {
      try FileStorage.fileSystem.read(URL(filePath: folder.path))
    }
  }

  @Test("A failed write sets the save error")
  func failing() async throws {
    let file = URL(filePath: try folder.write("", as: "file"))
    await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      @Shared(.fileStorage(file.appending(component: "in a file"))) var number = 1
      await #expect(throws: (any Error).self) { try await $number.save() }
      #expect($number.saveError != nil)
    }
  }

  /// Performs a change, and waits until the shared value is different.
  private func change(of numbers: Shared<[Int]>, _ change: () throws -> Void) async throws {
    let before = numbers.wrappedValue
    let changed = AsyncStream.makeStream(of: Void.self)
    var isFirst = true
    while true {
      let value = withObservationTracking {
        numbers.wrappedValue
      } onChange: {
        changed.continuation.yield()
      }
      if value != before { return }
      if isFirst { try change() }
      isFirst = false
      for await _ in changed.stream { break }
    }
  }
}
