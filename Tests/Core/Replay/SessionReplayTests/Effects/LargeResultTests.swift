import ComposableArchitecture
import SessionReplay
import Foundation
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording
import Testing
import TestSupport

@DependencyClient
private struct FeedClient: Sendable {
  var load: @Sendable (_ page: Int) async -> String = { _ in "" }
}

extension FeedClient: DependencyKey {
  static let testValue = liveValue
  static let liveValue = FeedClient { page in
    var generator = SeededGenerator(seed: UInt64(page))
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 97...112, using: &generator) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A feature that loads pages one after the other, and counts their characters.
@Reducer
private struct Feed {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case load([Int])
    case loaded(Int)
  }

  @Dependency(FeedClient.self) var feed

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load(let pages):
        return .run { [feed] send in
          for page in pages { await send(.loaded(feed.load(page: page).utf8.count)) }
        }
      case .loaded(let count):
        state.count += count
        return .none
      }
    }
  }
}

@MainActor
@Suite("Large results of calls")
struct LargeResultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(
    _ pages: [Int], keeping retention: SessionRetention = .everything
  ) async throws -> SessionReader {
    var options = SessionRecordingOptions()
    options.level = .effects
    let recorder = SessionRecorderOf<Feed>(
      app: AppIdentity(name: "Feed", version: "1", build: "test"),
      folder: URL(fileURLWithPath: folder.path), keeping: retention, options: options
    ) { Issue.record("\($0)") }
    let store = Store(initialState: Feed.State(), recorder: recorder) { Feed() }
    await store.send(.load(pages)).finish()
    let log = try #require(recorder.stop())
    return try SessionReader(path: log.path)
  }

  /// Returns the lengths of the results in the file, rounded to kilobytes.
  private func lengths(_ reader: SessionReader) throws -> [Int] {
    var events = EventReader(reader)
    return try reader.log.blocks.indices.flatMap { try events.events(ofBlockAt: $0) }
      .filter { if case .ended = $0.event.content { true } else { false } }
      .map { $0.length / 1000 }
  }

  @Test("A log stores a large result once, and refers to it in each call")
  func once() async throws {
    let reader = try await record([1, 2, 1, 1, 2])
    #expect(try lengths(reader) == [100, 100, 0, 0, 0])
    let pages = SessionCalls(reader).all().map(\.outcome)
    #expect(pages.count == 5)
    #expect(pages[0] != pages[1])
    #expect(pages[2] == pages[0])
    #expect(pages[3] == pages[0])
    #expect(pages[4] == pages[1])
    let replayer = SessionReplayer { Feed() }
    let effects = await EffectReplayer(replayer).replay(path: reader.log.path)
    #expect(effects.divergence?.description == nil)
    #expect(effects.verifiedCount == 1)
  }

  @Test("Only the latest large results are remembered")
  func latest() async throws {
    let reader = try await record(Array(1...9) + [9, 1])
    #expect(try lengths(reader) == Array(repeating: 100, count: 9) + [0, 100])
  }

  @Test("After a log loses its oldest steps, calls still have their large results")
  func ring() async throws {
    let reader = try await record([1, 1, 1], keeping: .last(steps: 1_000))
    let lengths = try lengths(reader)
    #expect(lengths == [100, 100, 100])
  }
}
