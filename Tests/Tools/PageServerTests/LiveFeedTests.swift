import ComposableArchitecture
import PageServer
import Testing
import TestSupport

@MainActor
@Suite("The events of a log")
struct LiveFeedTests {
  private let folder: TemporaryFolder
  private let path: String
  private let partial: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    partial = path + ".partial"
  }

  private func session() throws -> RecordedTally { try RecordedTally(path: path) }

  private func feed(_ limits: LiveFeed.Limits = LiveFeed.Limits()) -> LiveFeed {
    LiveFeed(path: partial, epoch: 7, limits: limits)
  }

  /// Returns all events that a page has not taken yet.
  private func events(_ feed: inout LiveFeed, _ page: PageID) -> [(
    name: String, id: String, data: String
  )] {
    var text = ""
    while let bytes = feed.next(for: page) { text += String(decoding: bytes, as: UTF8.self) }
    return text.components(separatedBy: "\n\n").filter { $0.hasPrefix("event") }.map { event in
      let lines = event.split(separator: "\n")
      func field(_ index: Int, _ name: String) -> String {
        String(lines[index].dropFirst(name.count + 2))
      }
      return (field(0, "event"), field(1, "id"), field(2, "data"))
    }
  }

  @Test("A page receives the log, then each block, and the end once")
  func order() throws {
    let session = try session()
    session.store.send(.add(1))
    var feed = feed()
    let page = feed.join(lastEvent: nil)
    feed.poll()
    #expect(events(&feed, page).map(\.name) == ["log"])
    for number in 1...3 {
      session.store.send(.add(number))
      feed.poll()
    }
    #expect(events(&feed, page).map(\.name) == ["block", "block", "block"])
    try session.finish()
    feed.poll()
    feed.poll()
    #expect(events(&feed, page).map(\.name) == ["end"])
    let late = feed.join(lastEvent: nil)
    feed.poll()
    #expect(events(&feed, late).map(\.name) == ["log", "end"])
  }

  @Test("A page that reconnects continues after its last event")
  func again() throws {
    let session = try session()
    var feed = feed()
    let page = feed.join(lastEvent: nil)
    feed.poll()
    session.store.send(.add(1))
    feed.poll()
    let had = events(&feed, page)
    feed.leave(page)
    session.store.send(.add(2))
    feed.poll()
    let next = feed.join(lastEvent: had.last?.id)
    feed.poll()
    #expect(events(&feed, next).map(\.name) == ["block"])
  }

  @Test(
    "A page with an unknown event begins with the whole log",
    arguments: [
      "", "7", "7-0", "6-0-2", "7-99999999-2", "7--1-2", "7-0-99999999999", "7-0-2-1", "a-b-c",
      "9223372036854775808-1-1",
    ])
  func hostile(event: String) throws {
    let session = try session()
    session.store.send(.add(1))
    var feed = feed()
    feed.poll()
    let page = feed.join(lastEvent: event)
    feed.poll()
    #expect(events(&feed, page).map(\.name) == ["log"])
  }

  @Test("A page that falls behind the window begins with the whole log")
  func slow() throws {
    let session = try session()
    var limits = LiveFeed.Limits()
    limits.window = 300
    var feed = feed(limits)
    let (quick, slow) = (feed.join(lastEvent: nil), feed.join(lastEvent: nil))
    feed.poll()
    #expect(events(&feed, slow).map(\.name) == ["log"])
    var blocks = 0
    for number in 1...20 {
      session.store.send(.add(number))
      feed.poll()
      blocks += events(&feed, quick).count { $0.name == "block" }
    }
    #expect(blocks == 20)
    // The page's next block is no longer in the window.
    #expect(events(&feed, slow).isEmpty)
    feed.poll()
    #expect(events(&feed, slow).map(\.name) == ["log"])
  }

  @Test("If there are many pages, the turn of a page ends when it has taken all events")
  func turns() throws {
    let session = try session()
    session.store.send(.add(1))
    var feed = feed()
    let pages = (0..<4).map { _ in feed.join(lastEvent: nil) }
    for _ in 0..<5 { feed.poll() }
    for page in pages { #expect(events(&feed, page).map(\.name) == ["log"]) }
    for page in pages { #expect(!feed.isTurnOver(page)) }
    let fifth = feed.join(lastEvent: nil)
    #expect(!feed.isTurnOver(fifth))
    for _ in 0..<2 { feed.poll() }
    // The page has not taken its events yet.
    #expect(!feed.isTurnOver(fifth))
    #expect(events(&feed, fifth).map(\.name) == ["log"])
    #expect(feed.isTurnOver(fifth))
    for page in pages { #expect(feed.isTurnOver(page)) }
  }

  @Test("A log that is too long, missing or abandoned is reported as a failure")
  func failures() throws {
    var session: RecordedTally? = try session()
    session?.store.send(.add(1))
    var limits = LiveFeed.Limits()
    limits.log = 100
    var short = feed(limits)
    let page = short.join(lastEvent: nil)
    short.poll()
    #expect(events(&short, page).map(\.name) == ["failure"])

    var none = LiveFeed(path: folder.file("none.reprise"), epoch: 1)
    let other = none.join(lastEvent: nil)
    none.poll()
    #expect(events(&none, other).first?.data.contains("cannot be opened") == true)

    var feed = feed()
    let last = feed.join(lastEvent: nil)
    feed.poll()
    session = nil
    feed.poll()
    let found = events(&feed, last)
    #expect(found.map(\.name) == ["log", "failure"])
    #expect(found.last?.data.contains("was not finished") == true)
  }
}
