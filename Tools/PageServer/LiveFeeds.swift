import Dispatch
import Platform

/// The feeds of the logs and folders that pages show, by path. A feed is polled, once for all
/// pages, while it is shown.
final class LiveFeeds: Sendable {
  private static let interval = DispatchTimeInterval.milliseconds(25)
  /// The number of polls between comments that keep connections alive: ten seconds.
  private static let pollsPerKeepAlive = 400
  /// The number of polls after which a feed that no page shows is released.
  private static let maxIdlePolls = 200

  private struct Feed {
    var feed: any PageFeed
    var wakes: [PageID: @Sendable () -> Void] = [:]
    var idle = 0
  }

  private struct State {
    var feeds: [String: Feed] = [:]
    /// The paths of the logs in which sessions continue, by the paths under which they are served.
    var successors: [String: String] = [:]
    var lastEpoch: UInt64 = 0
    var isTicking = false
    var ticks = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "reprise.serve.logs", qos: .userInitiated)

  /// Returns the events of a log for a page, following the last event that the page received.
  func events(ofLog path: String, after lastEvent: String?) -> LiveEvents {
    events(of: path, after: lastEvent) { state in
      state.lastEpoch += 1
      return LiveFeed(path: state.successors[path] ?? path, epoch: state.lastEpoch)
    }
  }

  /// Returns the events of a folder for a page, following the last event that the page received.
  func events(
    ofFolder path: String, _ overview: FolderOverview, after lastEvent: String?
  ) -> LiveEvents {
    events(of: path, after: lastEvent) { _ in FolderFeed(overview) }
  }

  private func events(
    of path: String, after lastEvent: String?, makeFeed: (inout State) -> any PageFeed
  ) -> LiveEvents {
    let page = state.withLock { state in
      var feed = state.feeds.removeValue(forKey: path) ?? Feed(feed: makeFeed(&state))
      defer { state.feeds[path] = feed }
      return feed.feed.join(lastEvent: lastEvent)
    }
    beginTicking()
    return LiveEvents(feeds: self, path: path, page: page)
  }

  /// Returns the path of the log that is shown under a path.
  func source(of path: String) -> String {
    state.withLock { $0.successors[path] ?? path }
  }

  func replace(logAt path: String, by successor: String) {
    state.withLock { state in
      state.successors[path] = successor
      guard var feed = state.feeds[path]?.feed as? LiveFeed else { return }
      feed.switchToLog(at: successor)
      state.feeds[path]?.feed = feed
    }
  }

  func poll() {
    let wakes = state.withLock { state -> [@Sendable () -> Void] in
      state.ticks += 1
      var wakes: [@Sendable () -> Void] = []
      for path in state.feeds.keys {
        guard var feed = state.feeds.removeValue(forKey: path) else { continue }
        feed.feed.poll()
        if state.ticks.isMultiple(of: Self.pollsPerKeepAlive) { feed.feed.keepAlive() }
        feed.idle = feed.feed.isIdle ? feed.idle + 1 : 0
        wakes += feed.wakes.values
        if feed.idle < Self.maxIdlePolls { state.feeds[path] = feed }
      }
      return wakes
    }
    for wake in wakes { wake() }
  }

  /// Polls for the last time. The pages receive the remaining events, and then end.
  func close() {
    poll()
    state.withLock { $0.isClosed = true }
  }

  private func beginTicking() {
    let begins = state.withLock { state in
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if begins { queue.async { self.tick() } }
  }

  private func tick() {
    poll()
    let isTicking = state.withLock { state in
      state.isTicking = !state.isClosed && !state.feeds.isEmpty
      return state.isTicking
    }
    guard isTicking else { return }
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.tick() }
  }
}

extension LiveFeeds {
  fileprivate func setWake(
    _ wake: (@Sendable () -> Void)?, of page: PageID, _ path: String
  ) {
    state.withLock { $0.feeds[path]?.wakes[page] = wake }
  }

  fileprivate func next(for page: PageID, _ path: String) -> NextEvents {
    state.withLock { state in
      guard let bytes = state.feeds[path]?.feed.next(for: page) else {
        let isOver = state.isClosed || state.feeds[path]?.feed.isTurnOver(page) ?? true
        return isOver ? .over : .nothing
      }
      return .bytes(bytes)
    }
  }

  fileprivate func leave(_ page: PageID, _ path: String) {
    state.withLock { state in
      state.feeds[path]?.feed.leave(page)
      state.feeds[path]?.wakes[page] = nil
    }
  }
}

struct LiveEvents: HTTPStream {
  fileprivate let feeds: LiveFeeds
  fileprivate let path: String
  fileprivate let page: PageID

  func begin(_ wake: @escaping @Sendable () -> Void) {
    feeds.setWake(wake, of: page, path)
  }

  func next() -> NextEvents { feeds.next(for: page, path) }

  func end() {
    feeds.leave(page, path)
  }
}
