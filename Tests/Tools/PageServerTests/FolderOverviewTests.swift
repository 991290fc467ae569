import ComposableArchitecture
import Foundation
import Platform
import PageServer
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("The overview of a folder")
struct FolderOverviewTests {
  private let folder: TemporaryFolder
  private let logs: ServedLogs
  private let replayed = Batches()

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    logs = .folder(folder.file("logs"))
  }

  /// Limits with which everything may be repeated at once.
  private var limits: FolderOverview.Limits {
    var limits = FolderOverview.Limits()
    (limits.interval, limits.ratio) = (0, 0)
    return limits
  }

  /// Returns an overview whose replays are noted.
  private func overview(
    _ replay: @escaping @Sendable (String) -> ReplayReport = { path in
      SessionReplayer { Tally() }.replay(path: path)
    }
  ) -> FolderOverview {
    let views = ServedViews(
      screen: { _, _ in nil },
      replay: { paths in
        replayed.add(paths)
        return paths.map(replay)
      })
    return FolderOverview(of: logs, views: views, limits: limits) { "?log=\($0)" }
  }

  /// The names of the logs that were replayed at once.
  private final class Batches: Sendable {
    private let names = Mutex<[[String]]>([])

    func add(_ paths: [String]) {
      names.withLock { $0.append(paths.map { String($0.split(separator: "/").last ?? "") }) }
    }

    /// Returns the names since the last call.
    func take() -> [[String]] {
      names.withLock { names in
        defer { names = [] }
        return names
      }
    }
  }

  private func record(_ name: String, steps: Int = 2) throws {
    let session = try RecordedTally(path: folder.file("logs/\(name)"))
    for number in 0..<steps { session.store.send(.add(number)) }
    try session.finish()
  }

  /// Refreshes until a refresh changes nothing. Returns the contents.
  @discardableResult
  private func settle(_ overview: FolderOverview) async throws -> Contents {
    var number: UInt64?
    repeat {
      number = overview.latest?.number
      await overview.update()
    } while overview.latest?.number != number
    let text = try #require(overview.latest?.text)
    return try JSONDecoder().decode(Contents.self, from: Data(text.utf8))
  }

  private struct Contents: Decodable {
    struct Log: Decodable {
      struct Result: Decodable { let verdict: String }

      let name: String
      let page: String
      let steps: Int?
      let state: String?
      let result: Result?
    }

    struct Overview: Decodable {
      struct Group: Decodable { let logs: [String] }

      struct Coverage: Decodable {
        struct Part: Decodable { let covered: Int }

        let actions: Part
      }

      let groups: [Group]
      let coverage: Coverage?
    }

    let logs: [Log]
    let overview: Overview
    let message: String?

    var verdicts: [String: String] {
      Dictionary(uniqueKeysWithValues: logs.map { ($0.name, $0.result?.verdict ?? "none") })
    }
  }

  @Test("Added, changed and removed logs are detected, and unchanged logs are not replayed again")
  func changes() async throws {
    try record("a.reprise")
    try record("b.reprise")
    let overview = overview()
    var contents = try await settle(overview)
    #expect(contents.verdicts == ["a.reprise": "match", "b.reprise": "match"])
    #expect(contents.logs.map(\.steps) == [2, 2])
    #expect(contents.overview.coverage?.actions.covered == 1)
    #expect(replayed.take() == [["a.reprise"], ["b.reprise"]])

    try record("c.reprise")
    try folder.write("no log", as: "logs/a.reprise")
    contents = try await settle(overview)
    #expect(
      contents.verdicts == ["a.reprise": "damaged", "b.reprise": "match", "c.reprise": "match"])
    #expect(contents.overview.groups.map(\.logs) == [["a.reprise"]])
    #expect(Set(replayed.take().joined()) == ["a.reprise", "c.reprise"])

    try FileManager.default.removeItem(atPath: folder.file("logs/a.reprise"))
    contents = try await settle(overview)
    #expect(contents.verdicts == ["b.reprise": "match", "c.reprise": "match"])
    #expect(contents.overview.groups.isEmpty)
  }

  @Test("A log that is being written is replayed when it is finished")
  func beingWritten() async throws {
    let session = try RecordedTally(path: folder.file("logs/a.reprise"))
    session.store.send(.add(1))
    let overview = overview()
    var contents = try await settle(overview)
    #expect(contents.logs.map(\.name) == ["a.reprise.partial"])
    #expect(contents.logs.map(\.state) == ["beingWritten"])
    #expect(replayed.take().isEmpty)
    try session.finish()
    contents = try await settle(overview)
    #expect(contents.verdicts == ["a.reprise": "match"])
    #expect(contents.logs.map(\.state) == [nil])
  }

  @Test("A missing folder is reported until it is back, and an empty folder is not an error")
  func missingFolder() async throws {
    let overview = overview()
    var contents = try await settle(overview)
    #expect(contents.logs.isEmpty)
    #expect(contents.message == nil)
    try FileManager.default.removeItem(atPath: folder.file("logs"))
    contents = try await settle(overview)
    #expect(contents.message?.contains("No such file") == true)
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    try record("a.reprise")
    contents = try await settle(overview)
    #expect(contents.message == nil)
    #expect(contents.verdicts == ["a.reprise": "match"])
  }

  @Test("A refresh replays a limited number of logs, or fewer if they take long")
  func batches() async throws {
    for number in 0..<200 { try folder.write("", as: "logs/\(number).reprise") }
    let fast = overview { ReplayReport(path: $0, verdict: .match) }
    #expect(try await settle(fast).logs.count == 200)
    let sizes = replayed.take().map(\.count)
    #expect(sizes.reduce(0, +) == 200)
    #expect(try #require(sizes.max()) <= 64)

    let slow = overview { path in
      Thread.sleep(forTimeInterval: 0.3)
      return ReplayReport(path: path, verdict: .match)
    }
    for _ in 0..<3 { await slow.update() }
    #expect(replayed.take().map(\.count) == [1, 1, 1])
  }

  @Test("The folder is listed at intervals")
  func pace() async throws {
    try record("a.reprise")
    var limits = limits
    limits.interval = 3_600_000_000_000
    let overview = FolderOverview(of: logs, views: nil, limits: limits) { $0 }
    await overview.update()
    try record("b.reprise")
    await overview.update()
    #expect(overview.latest?.text.contains("b.reprise") == false)
  }

  @Test("Without the code of an app, logs are listed without a verdict")
  func withoutApp() async throws {
    try record("a b%<é>.reprise")
    let overview = FolderOverview(of: logs, views: nil, limits: limits) { "?log=\($0)" }
    let contents = try await settle(overview)
    #expect(contents.verdicts == ["a b%<é>.reprise": "none"])
    #expect(contents.logs.map(\.page) == ["?log=a b%<é>.reprise"])
    #expect(contents.logs.map(\.state) == [nil])
  }

  @Test("A page gets each version once, and doesn't get it again when it reconnects")
  func feed() async throws {
    let overview = overview()
    try await settle(overview)
    var feed = FolderFeed(overview)
    let page = feed.join(lastEvent: nil)
    feed.poll()
    #expect(names(&feed, page) == ["folder \(try #require(overview.latest?.number))"])
    try record("a.reprise")
    try await settle(overview)
    feed.poll()
    let latest = try #require(overview.latest?.number)
    #expect(latest > 1)
    // A page that misses versions needs only the last version.
    #expect(names(&feed, page) == ["folder \(latest)"])
    let again = feed.join(lastEvent: "\(latest)")
    feed.poll()
    #expect(names(&feed, again) == [])
    feed.leave(page)
    feed.leave(again)
    #expect(feed.isIdle)
  }

  /// Returns the names and the ids of the events that a page has not taken yet.
  private func names(_ feed: inout FolderFeed, _ page: PageID) -> [String] {
    var text = ""
    while let bytes = feed.next(for: page) { text += String(decoding: bytes, as: UTF8.self) }
    return text.matches(of: /event: (\w+)\nid: (\d+)/).map { "\($0.1) \($0.2)" }
  }
}
