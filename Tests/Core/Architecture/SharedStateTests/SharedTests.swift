import DependencyInjection
import Foundation
import IdentifiedArrays
import Observation
import SharedState
import Synchronization
import Testing
import ValueDump

@Suite("Shared values")
struct SharedTests {
  @Test("All references with the same key share one value")
  func oneReference() {
    @Shared(.inMemory("count")) var one = 0
    @Shared(.inMemory("count")) var other = 5
    $one.withLock { $0 += 1 }
    #expect(other == 1)
    #expect($one == $other)
  }

  @Test("Copies share a value without a key")
  func copies() {
    struct Child {
      @Shared var count: Int
    }
    let parent = Shared(value: 1)
    let child = Child(count: parent)
    child.$count.withLock { $0 = 7 }
    #expect(parent.wrappedValue == 7)
  }

  @Test("Each test has its own storages", arguments: [1, 2])
  func isolation(run: Int) {
    @Shared(.inMemory("isolated")) var memory = 0
    @Shared(.appStorage("isolated")) var defaults = 0
    @Shared(.fileStorage(URL(filePath: "/isolated.json"))) var file = 0
    #expect((memory, defaults, file) == (0, 0, 0))
    $memory.withLock { $0 = run }
    $defaults.withLock { $0 = run }
    $file.withLock { $0 = run }
  }

  @Test("A part of a shared value is shared")
  func parts() {
    let base = Shared(value: Settings(name: "Blob", volume: 3))
    let volume = base.volume
    volume.withLock { $0 += 1 }
    #expect(base.wrappedValue == Settings(name: "Blob", volume: 4))
    #expect(base.loudness.wrappedValue == 8)
  }

  @Test("A reference to an element keeps its last value after the element is removed")
  func elements() throws {
    let rows = Shared(
      value: IdentifiedArray(uniqueElements: [Row(id: 1, text: "a"), Row(id: 2, text: "b")]))
    let row = try #require(Shared(rows[id: 2]))
    row.text.withLock { $0 = "c" }
    #expect(rows.wrappedValue[id: 2]?.text == "c")
    rows.withLock { _ = $0.remove(id: 2) }
    #expect(row.wrappedValue.text == "c")
    row.withLock { $0.text += "d" }
    row.text.withLock { $0 += "e" }
    #expect(row.wrappedValue.text == "cde")
    #expect(Shared(rows[id: 2]) == nil)
    #expect(rows.elements().map(\.wrappedValue.id) == [1])
    rows.withLock { _ = $0.append(Row(id: 2, text: "new")) }
    #expect(row.wrappedValue.text == "new")
  }

  @Test("A key's default value applies to properties without a default value")
  func defaultValues() {
    @Shared(.isMuted) var isMuted
    @SharedReader(.isMuted) var reader
    #expect(isMuted)
    $isMuted.withLock { $0 = false }
    #expect(!reader)
    @Shared(.appStorage("isMuted")) var stored: Bool?
    #expect(stored == false)
  }

  @Test("Optional values start as nil, and setting nil removes them from the storage")
  func optionals() {
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("name")) var name: String?
    #expect(name == nil)
    $name.withLock { $0 = "Blob" }
    #expect(store.string(forKey: "name") == "Blob")
    $name.withLock { $0 = nil }
    #expect(store.object(forKey: "name") == nil)
  }

  @Test("App storage stores codable values as JSON, and ignores invalid JSON")
  func appStorageJSON() throws {
    struct Player: Codable, Equatable {
      var name = "Blob"
      var score = 0
    }
    @Dependency(\.defaultAppStorage) var store
    store.set(Data("[]".utf8), forKey: "broken")
    @Shared(.appStorage("player")) var player = Player()
    @Shared(.appStorage("rival")) var rival: Player?
    @Shared(.appStorage("broken")) var broken = Player()
    #expect(broken == Player())
    #expect(rival == nil)
    $player.withLock { $0.score = 3 }
    $rival.withLock { $0 = Player(name: "Blob Jr.") }
    withDependencies {
      $0.sharedReferences = SharedReferences()
    } operation: {
      @Shared(.appStorage("player")) var samePlayer = Player()
      @Shared(.appStorage("rival")) var sameRival: Player?
      #expect(samePlayer == Player(score: 3))
      #expect(sameRival?.name == "Blob Jr.")
    }
    $rival.withLock { $0 = nil }
    #expect(store.object(forKey: "rival") == nil)
  }

  @Test("A shared collection can be converted to references to its elements")
  func elementReferences() {
    struct Row: Identifiable {
      let id: Int
      var name = ""
    }
    @Shared(value: [Row(id: 1), Row(id: 2)]) var rows: IdentifiedArrayOf<Row>
    for row in Array($rows) { row.withLock { $0.name = "row \($0.id)" } }
    #expect(rows.map(\.name) == ["row 1", "row 2"])
    @Shared(value: [1, 2, 3]) var numbers
    let references = Array($numbers)
    references[1].withLock { $0 *= 10 }
    #expect(numbers == [1, 20, 3])
    $numbers.withLock { $0.removeLast() }
    references[2].withLock { $0 = 7 }
    #expect(numbers == [1, 20])
    #expect(references[2].wrappedValue == 7)
  }

  @Test("A reference can be read through a function")
  func readThrough() {
    @Shared(value: [1, 2]) var numbers
    let sum = $numbers.read { $0.reduce(0, +) }
    let isOdd = sum.read { $0 % 2 == 1 }
    #expect(sum.wrappedValue == 3)
    $numbers.withLock { $0.append(3) }
    #expect(sum.wrappedValue == 6)
    #expect(!isOdd.wrappedValue)
  }

  @Test("App storage supports all types of user defaults")
  func appStorageTypes() {
    enum Mode: String { case light, dark }
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("mode")) var mode = Mode.light
    @Shared(.appStorage("url")) var url = URL(filePath: "/a")
    @Shared(.appStorage("texts")) var texts = ["a"]
    @Shared(.appStorage("date")) var date = Date(timeIntervalSince1970: 0)
    @Shared(.appStorage("data")) var data = Data()
    @Shared(.appStorage("double")) var double = 0.5
    $mode.withLock { $0 = .dark }
    $url.withLock { $0 = URL(string: "https://a.b/c?d") ?? $0 }
    $texts.withLock { $0.append("b") }
    $date.withLock { $0 += 1 }
    $data.withLock { $0.append(7) }
    $double.withLock { $0 *= 3 }
    withDependencies {
      $0.sharedReferences = SharedReferences()
    } operation: {
      @Shared(.appStorage("mode")) var sameMode = Mode.light
      @Shared(.appStorage("url")) var sameURL = URL(filePath: "/a")
      @Shared(.appStorage("texts")) var sameTexts: [String] = []
      @Shared(.appStorage("date")) var sameDate = Date()
      @Shared(.appStorage("data")) var sameData = Data()
      @Shared(.appStorage("double")) var sameDouble = 0.0
      #expect(sameMode == .dark)
      #expect(sameURL.absoluteString == "https://a.b/c?d")
      #expect(sameTexts == ["a", "b"])
      #expect(sameDate == Date(timeIntervalSince1970: 1))
      #expect(sameData == Data([7]))
      #expect(sameDouble == 1.5)
    }
    #expect(store.string(forKey: "mode") == "dark")
  }

  @Test("Changes of the user defaults by other code are observed")
  func changedDefaults() {
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("count")) var count = 0
    store.set(42, forKey: "count")
    #expect(count == 42)
    store.removeObject(forKey: "count")
    #expect(count == 0)
  }

  @Test("A file is read when a property is created, and written when the value changes")
  func files() throws {
    let url = URL(filePath: "/numbers.json")
    let files = LockIsolated<[URL: Data]>([url: Data("[1,2]".utf8)])
    withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      @Shared(.fileStorage(url)) var numbers: [Int] = []
      #expect(numbers == [1, 2])
      $numbers.withLock { $0.append(3) }
      #expect(files.value[url] == Data("[1,2,3]".utf8))
      #expect($numbers.loadError == nil)
    }
  }

  @Test("A file that cannot be read sets the load error and leaves the default value")
  func unreadableFile() {
    let url = URL(filePath: "/numbers.json")
    withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: LockIsolated([url: Data("{".utf8)]))
    } operation: {
      @Shared(.fileStorage(url)) var numbers = [7]
      #expect(numbers == [7])
      #expect($numbers.loadError != nil)
    }
  }

  @Test("A change notifies the value's observers")
  func observation() {
    let count = Shared(value: 0)
    let changes = Atomic(0)
    withObservationTracking {
      _ = count.wrappedValue
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    count.withLock { $0 += 1 }
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  @Test("A dump shows the value")
  func dump() {
    struct State: Equatable {
      @Shared var count: Int
    }
    #expect(String(customDumping: State(count: Shared(value: 3))) == "SharedTests.State(count: 3)")
  }

  @Test("A constant ignores changes")
  func constants() {
    let constant = Shared.constant(3)
    constant.withLock { $0 = 4 }
    #expect(constant.wrappedValue == 3)
    #expect(SharedReader.constant("a").wrappedValue == "a")
  }
}

private struct Settings: Equatable, Sendable {
  var name: String
  var volume: Int
  var loudness: Int { volume * 2 }
}

private struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
}

extension SharedReaderKey where Self == AppStorageKey<Bool>.Default {
  fileprivate static var isMuted: Self { Self[.appStorage("isMuted"), default: true] }
}
