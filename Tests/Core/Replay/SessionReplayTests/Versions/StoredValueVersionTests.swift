import ComposableArchitecture
import Foundation
import RecordCoding
import SchemaEvolution
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

@Suite("Older stored values")
@MainActor
struct StoredValueVersionTests {
  /// The settings when the sessions were recorded.
  @Recordable struct Old: Codable, Equatable { var margin = 2, size = 10, title = "t" }

  @Recordable struct Added: Codable, Equatable {
    var margin = 2, size = 10, title = "t", isNew = true
  }
  @Recordable struct Moved: Codable, Equatable { var size = 10, margin = 2, title = "t" }
  @Recordable struct Removed: Codable, Equatable { var size = 10, title = "t" }

  @Recordable struct Renamed: Codable, Equatable {
    @RecordedAs("margin") var inset = 2
    var size = 10, title = "t"
  }

  @Recordable struct Converted: Codable, Equatable {
    var margin = 2
    @RecordedAs("size", converting: { (old: Int) in "\(old) pt" }) var size = "10 pt"
    var title = "t"
  }

  @Recordable struct Migrated: Codable, Equatable {
    var layout = Layout(), title = "t"
    var size: Int { layout.size }
  }
  @Recordable struct Layout: Codable, Equatable { var margin = 2, size = 10 }

  @Recordable struct Unfit: Codable, Equatable { var margin = 2, size = "10", title = "t" }

  private let folder: TemporaryFolder
  private var path: String { folder.file("settings.reprise") }

  init() throws {
    folder = try TemporaryFolder()
    try Editor<Old>.record(at: path, version: 1) { $0.size += 1 }
  }

  private func replay<Settings: Stored>(
    as type: Settings.Type, version: Int = 1, migrations: [SessionMigration] = [],
    change: @escaping @Sendable (inout Settings) -> Void
  ) -> (report: ReplayReport, fit: CompatibilityEntry) {
    let replayer = SessionReplayer(
      ReplayedApp<Editor<Settings>.State, Editor<Settings>.Action>(
        identity: Editor<Settings>.identity(version: version), migrations: migrations
      ) { Editor<Settings>(change: change).assemble() })
    return (replayer.replay(path: path), replayer.compatibilityEntry(path: path))
  }

  @Test("A stored value of a changed type replays, with fields matched by name")
  func byName() {
    func expectMatch(_ result: (report: ReplayReport, fit: CompatibilityEntry), _ name: String) {
      #expect(result.report.verdict.kind == .match, "\(name): \(result.report)")
      #expect(result.fit.kind == .match, "\(name)")
    }
    expectMatch(replay(as: Old.self) { $0.size += 1 }, "the same")
    expectMatch(replay(as: Added.self) { $0.size += 1 }, "added")
    expectMatch(replay(as: Moved.self) { $0.size += 1 }, "moved")
    expectMatch(replay(as: Renamed.self) { $0.size += 1 }, "renamed")
    expectMatch(
      replay(as: Converted.self) {
        $0.size = "\((Int($0.size.dropLast(3)) ?? 0) + 1) pt"
      }, "converted")
    let removed = replay(as: Removed.self) { $0.size += 1 }
    expectMatch(removed, "removed")
    #expect(removed.report.fit?.grade == .risky)
  }

  @Test("A stored value is migrated by the migration of its key")
  func migration() {
    let migration = SessionMigration(
      from: 1,
      sharedValue: { key, value in
        guard key == #"fileStorage("/settings.json")"# else { return }
        value["layout"] = .record([
          .init("margin", value["margin"] ?? .integer(0)),
          .init("size", value["size"] ?? .integer(0)),
        ])
        (value["margin"], value["size"]) = (nil, nil)
      })
    let result = replay(as: Migrated.self, version: 2, migrations: [migration]) {
      $0.layout.size += 1
    }
    #expect(result.report.verdict.kind == .match, "\(result.report)")
    #expect(result.fit.kind == .match)
  }

  @Test(
    "Stored values are graded by the current types of their names",
    arguments: [
      (Added.self as any Recordable.Type, ResolutionGrade.fine), (Removed.self, .risky),
      (Unfit.self, .impossible),
    ])
  func grades(type: any Recordable.Type, grade: ResolutionGrade) throws {
    let path = folder.file("named.reprise")
    try Reader.record(DescribedValue(of: Old(), key: "k", namedLike: type), at: path)
    let replayer = SessionReplayer(
      ReplayedApp<Reader.State, Reader.Action>(
        identity: Reader.identity, dependencies: [Reader.dependency]
      ) { Reader().assemble() })
    #expect(replayer.compatibilityEntry(path: path).grade == grade)
  }

  @Test("A stored value that does not fit is incompatible, and its key and field are named")
  func unfit() {
    let result = replay(as: Unfit.self) { $0.size += "!" }
    #expect(result.report.verdict.kind == .incompatible)
    let text = "\(result.report)"
    #expect(text.contains(#"'fileStorage("/settings.json")'"#))
    #expect(text.contains("size"))
  }
}

typealias Stored = Codable & Equatable & Recordable & Sendable & DefaultSettings

/// Settings with initial values.
protocol DefaultSettings {
  associatedtype Size
  init()
  var size: Size { get }
}

extension StoredValueVersionTests.Old: DefaultSettings {}
extension StoredValueVersionTests.Added: DefaultSettings {}
extension StoredValueVersionTests.Moved: DefaultSettings {}
extension StoredValueVersionTests.Removed: DefaultSettings {}
extension StoredValueVersionTests.Renamed: DefaultSettings {}
extension StoredValueVersionTests.Converted: DefaultSettings {}
extension StoredValueVersionTests.Migrated: DefaultSettings {}
extension StoredValueVersionTests.Unfit: DefaultSettings {}

/// An app whose reducer reads settings from a file that is not part of the state.
@Reducer
struct Editor<Settings: Stored> {
  let change: @Sendable (inout Settings) -> Void

  static func identity(version: Int) -> AppIdentity {
    AppIdentity(name: "Editor", version: "1", build: "test", schemaVersion: version)
  }

  @Recordable
  struct State: Equatable {
    @Shared(.inMemory("visits")) var visits = 0
    var sizes: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case visit
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @Shared(.fileStorage(URL(filePath: "/settings.json"))) var settings = Settings()
      $settings.withLock { change(&$0) }
      state.$visits.withLock { $0 += 1 }
      state.sizes.append("\(settings.size)".filter(\.isNumber))
      return .none
    }
  }

  /// Records three actions with a file whose values differ from the initial values.
  @MainActor
  static func record(
    at path: String, version: Int, change: @escaping @Sendable (inout Settings) -> Void
  ) throws {
    var stored = Settings()
    change(&stored)
    let file = try JSONEncoder().encode(stored)
    try withDependencies {
      $0.connectSharedValues(
        toFiles: .inMemory(
          fileSystem: LockIsolated([URL(filePath: "/settings.json"): file])), settings: .inMemory)
    } operation: {
      let recorder = try SessionRecorder<State, Action>(
        path: path, app: identity(version: version), initialState: State(), recorded: "",
        milliseconds: { 0 }, onFailure: { Issue.record($0) })
      let store = Store(
        initialState: State(), reducer: { Self(change: change) },
        withDependencies: { recorder.install(in: &$0) }, observer: recorder)
      for _ in 0..<3 { store.send(.visit) }
      _ = try recorder.finish()
    }
  }
}

extension DescribedValue {
  /// Creates a value whose type has the same name as a type of this build.
  fileprivate init(
    of value: StoredValueVersionTests.Old, key: String, namedLike type: any Recordable.Type
  ) {
    let own = DescribedValue(of: value, key: key)
    let name = recordedName(of: type)
    self.init(
      key: key,
      description: own.description.replacingOccurrences(
        of: recordedName(of: StoredValueVersionTests.Old.self), with: name),
      bytes: value.recordedBytes)
  }
}

private enum ReadValueKey: DependencyKey {
  static let liveValue: @Sendable () -> DescribedValue = { DescribedValue(key: "", bytes: []) }
  static let testValue = liveValue
}

extension DependencyValues {
  fileprivate var readValue: @Sendable () -> DescribedValue {
    get { self[ReadValueKey.self] }
    set { self[ReadValueKey.self] = newValue }
  }
}

/// An app that reads a given value as if it were a stored value.
@Reducer
struct Reader {
  static let identity = AppIdentity(name: "Reader", version: "1", build: "test")
  static let dependency = RecordedDependency(
    "sharedValues", \.readValue, reads: DescribedValue.self
  ) { value, read in { read { value() } } }

  @Recordable
  struct State: Equatable {
    @Shared(.inMemory("visits")) var visits = 0
    var added: StoredValueVersionTests.Added?
    var removed: StoredValueVersionTests.Removed?
    var unfit: StoredValueVersionTests.Unfit?
  }

  @Recordable
  enum Action: Equatable {
    case read
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in
      @Dependency(\.readValue) var readValue
      _ = readValue()
      return .none
    }
  }

  @MainActor
  static func record(_ value: DescribedValue, at path: String) throws {
    var options = SessionRecordingOptions()
    options.dependencies = [dependency]
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: identity, initialState: State(), recorded: "", options: options,
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: State(), reducer: { Reader() },
      withDependencies: {
        $0.readValue = { value }
        recorder.install(in: &$0)
      }, observer: recorder)
    store.send(.read)
    _ = try recorder.finish()
  }
}
