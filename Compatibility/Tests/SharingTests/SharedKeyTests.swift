import Dependencies
import Foundation
import Sharing
import Testing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var visits: Self { Self[.inMemory("visits"), default: 10] }
}

extension SharedReaderKey where Self == AppStorageKey<Bool> {
  fileprivate static var isMuted: Self { appStorage("isMuted") }
}

extension URL {
  fileprivate static let settings = URL(filePath: "/settings.json")
}

/// Tests shared values in memory, in user defaults and in files.
struct SharedKeyTests {
  private enum Direction: String { case north, south }
  private enum Level: Int { case low, high }

  @Test("Properties with the same key share a value")
  func key() {
    @Shared(.inMemory("count")) var first = 0
    @Shared(.inMemory("count")) var second = 7
    @Shared(.inMemory("other")) var other = 7
    $first.withLock { $0 += 1 }
    #expect(second == 1)
    #expect(other == 7)
  }

  @Test("An in-memory value is reset in each test", arguments: 0..<2)
  func reset(case: Int) {
    @Shared(.inMemory("reset")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 += 1 }
  }

  @Test("An in-memory value outlives its references")
  func lifetime() {
    do {
      @Shared(.inMemory("lifetime")) var count = 0
      $count.withLock { $0 = 5 }
    }
    @Shared(.inMemory("lifetime")) var count = 0
    #expect(count == 5)
  }

  @Test("The default value of a key can be overridden by a property")
  func defaultValue() {
    do {
      @Shared(.visits) var visits
      #expect(visits == 10)
    }
    @Dependency(\.defaultInMemoryStorage) var storage
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.visits) var visits = 3
      #expect(visits == 3)
      @SharedReader(.visits) var reader
      #expect(reader == 3)
    }
  }

  @Test("A named key is declared once")
  func namedKey() {
    @Shared(.isMuted) var isMuted = false
    $isMuted.withLock { $0 = true }
    @SharedReader(.isMuted) var reader = false
    #expect(reader)
  }

  @Test("User defaults store values of every supported type")
  func appStorage() throws {
    @Dependency(\.defaultAppStorage) var defaults
    @Shared(.appStorage("bool")) var bool = false
    @Shared(.appStorage("int")) var int = 0
    @Shared(.appStorage("double")) var double = 0.0
    @Shared(.appStorage("string")) var string = ""
    @Shared(.appStorage("data")) var data = Data()
    @Shared(.appStorage("url")) var url = URL(filePath: "/")
    @Shared(.appStorage("date")) var date = Date(timeIntervalSince1970: 0)
    $bool.withLock { $0 = true }
    $int.withLock { $0 = 1 }
    $double.withLock { $0 = 1.5 }
    $string.withLock { $0 = "a" }
    $data.withLock { $0 = Data([1]) }
    $url.withLock { $0 = URL(filePath: "/a") }
    $date.withLock { $0 = Date(timeIntervalSince1970: 1) }
    #expect(defaults.bool(forKey: "bool"))
    #expect(defaults.integer(forKey: "int") == 1)
    #expect(defaults.double(forKey: "double") == 1.5)
    #expect(defaults.string(forKey: "string") == "a")
    #expect(defaults.data(forKey: "data") == Data([1]))
    #expect(defaults.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 1))
    #expect(url == URL(filePath: "/a"))
  }

  @Test("User defaults get the default value of a key when it is first used")
  func savedDefaults() {
    @Dependency(\.defaultAppStorage) var defaults
    defaults.set("many", forKey: "count")
    @Shared(.appStorage("isOn")) var isOn = true
    @Shared(.appStorage("level")) var level: Level? = .high
    @Shared(.appStorage("name")) var name: String?
    @Shared(.appStorage("count")) var count: [String] = []
    #expect(defaults.bool(forKey: "isOn"))
    #expect(defaults.integer(forKey: "level") == 1)
    #expect(defaults.object(forKey: "name") == nil)
    // A value of a different type stays.
    #expect(defaults.string(forKey: "count") == "many")
    #expect(count == [])
    defaults.removeObject(forKey: "isOn")
    #expect(isOn)
  }

  @Test(
    "User defaults store URLs unchanged, and files as paths",
    arguments: [
      ("file:///a/b", "/a/b"), ("file:///a/", nil), ("file:///a%20b", "/a b"),
      ("https://example.org/a?b#c", nil), ("a/b", nil), ("mailto:a@example.org", nil),
    ])
  func urls(text: String, path: String?) throws {
    @Dependency(\.defaultAppStorage) var defaults
    let url = try #require(URL(string: text))
    @Shared(.appStorage("url")) var stored = url
    @Shared(.appStorage("url")) var optional: URL?
    #expect(stored == url)
    #expect(optional == url)
    #expect(defaults.string(forKey: "url") == path ?? text)
    if let path { #expect(defaults.url(forKey: "url") == URL(fileURLWithPath: path)) }
    defaults.set(URL(fileURLWithPath: "/x y"), forKey: "url")
    #expect(stored == URL(fileURLWithPath: "/x y"))
  }

  @Test("User defaults store raw values")
  func rawValues() {
    @Dependency(\.defaultAppStorage) var defaults
    @Shared(.appStorage("direction")) var direction = Direction.north
    @Shared(.appStorage("level")) var level = Level.low
    $direction.withLock { $0 = .south }
    $level.withLock { $0 = .high }
    #expect(defaults.string(forKey: "direction") == "south")
    #expect(defaults.integer(forKey: "level") == 1)
  }

  @Test("User defaults store optional values")
  func optionalDefaults() {
    @Dependency(\.defaultAppStorage) var defaults
    @Shared(.appStorage("name")) var name: String?
    #expect(name == nil)
    $name.withLock { $0 = "Blob" }
    #expect(defaults.string(forKey: "name") == "Blob")
    $name.withLock { $0 = nil }
    #expect(defaults.object(forKey: "name") == nil)
  }

  @Test("A value in user defaults takes precedence over the default value")
  func existingDefaults() {
    @Dependency(\.defaultAppStorage) var defaults
    defaults.set(42, forKey: "existing")
    @Shared(.appStorage("existing")) var count = 0
    #expect(count == 42)
  }

  @Test("A change of the user defaults changes the value")
  func changedDefaults() {
    @Dependency(\.defaultAppStorage) var defaults
    @Shared(.appStorage("changed")) var count = 1
    defaults.set(2, forKey: "changed")
    #expect(count == 2)
    defaults.removeObject(forKey: "changed")
    #expect(count == 1)
  }

  @Test("A key can use other user defaults")
  func otherDefaults() {
    let defaults = UserDefaults.inMemory
    @Shared(.appStorage("count", store: defaults)) var count = 1
    @Shared(.appStorage("count")) var other = 3
    $count.withLock { $0 = 2 }
    #expect(defaults.integer(forKey: "count") == 2)
    #expect(other == 3)
  }

  /// Runs an operation with an in-memory file system of these contents.
  private func withFiles(
    _ contents: [URL: Data] = [:],
    operation: (_ files: LockIsolated<[URL: Data]>) async throws -> Void
  ) async rethrows {
    let files = LockIsolated(contents)
    try await withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      try await operation(files)
    }
  }

  @Test("A file stores a value as JSON")
  func fileStorage() async throws {
    try await withFiles { files in
      @Shared(.fileStorage(.settings)) var settings = Settings()
      $settings.withLock { $0.volume = 0.5 }
      try await $settings.save()
      let data = try #require(files.value[.settings])
      #expect(try JSONDecoder().decode(Settings.self, from: data).volume == 0.5)
    }
  }

  @Test("An existing file takes precedence over the default value")
  func existingFile() async throws {
    let data = try JSONEncoder().encode(Settings(volume: 0.25))
    await withFiles([.settings: data]) { _ in
      @Shared(.fileStorage(.settings)) var settings = Settings()
      #expect(settings.volume == 0.25)
      #expect($settings.loadError == nil)
    }
  }

  @Test("A file that cannot be decoded leaves the default value and an error")
  func damagedFile() async {
    await withFiles([.settings: Data("{".utf8)]) { _ in
      @Shared(.fileStorage(.settings)) var settings = Settings()
      #expect(settings == Settings())
      #expect($settings.loadError is DecodingError)
    }
  }

  @Test("A file can use a custom encoding")
  func fileCoding() async throws {
    let url = URL(filePath: "/note.txt")
    try await withFiles { files in
      @Shared(
        .fileStorage(
          url, decode: { @Sendable in String(decoding: $0, as: UTF8.self) },
          encode: { @Sendable in Data($0.utf8) }))
      var note = ""
      $note.withLock { $0 = "Hello" }
      try await $note.save()
      #expect(files.value[url] == Data("Hello".utf8))
    }
  }

  @Test("An empty file has no value, like a missing one")
  func emptyFile() async throws {
    try await withFiles([.settings: Data()]) { _ in
      @Shared(.fileStorage(.settings)) var settings = Settings(volume: 0.25)
      #expect(settings.volume == 0.25)
      #expect($settings.loadError == nil)
      try await $settings.load()
      #expect($settings.loadError == nil)
    }
  }

  @Test("A key with a default value has it as its initial value")
  func initialValue() {
    let key = InMemoryKey<Int>.Default[.inMemory("visits"), default: 10]
    #expect(key.initialValue == 10)
  }

  @Test("A key with an optional default value is not taken for a key without one")
  func optionalDefault() {
    @Shared(.theme) var theme
    @SharedReader(.theme) var reader
    #expect(theme == "dark")
    #expect(reader == "dark")
    @Shared(.inMemory("language")) var language: String?
    #expect(language == nil)
  }

  @Test("A warning about the names of keys can be turned off")
  func keyFormatWarning() {
    withDependencies {
      $0.appStorageKeyFormatWarningEnabled = false
    } operation: {
      @Shared(.appStorage("org.example.isMuted")) var isMuted = false
      #expect(!isMuted)
    }
  }
}

extension SharedReaderKey where Self == InMemoryKey<String?>.Default {
  fileprivate static var theme: Self { Self[.inMemory("theme"), default: "dark"] }
}
