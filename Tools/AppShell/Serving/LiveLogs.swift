import Dispatch
import Locking

/// The logs that pages show, each read once and again as long as a page shows it.
final class LiveLogs: Sendable {
  /// How often it is looked whether a log has new steps.
  private static let interval = DispatchTimeInterval.milliseconds(25)
  /// A page without news is sent something after so many looks: ten seconds.
  private static let keepAlive = 400
  /// A log that no page shows is let go of after so many looks.
  private static let patience = 200

  private struct Feed {
    var feed: LiveFeed
    var wakes: [LiveFeed.PageID: @Sendable () -> Void] = [:]
    var idle = 0
  }

  private struct State {
    var feeds: [String: Feed] = [:]
    /// Where logs go on, by the paths under which they are served.
    var successors: [String: String] = [:]
    var lastEpoch: UInt64 = 0
    var isTicking = false
    var ticks = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "reprise.serve.logs", qos: .userInitiated)

  /// Connects a page to a log; `wake` is called when there is something for it.
  func events(
    ofLog path: String, after lastEvent: String?
  ) -> LiveEvents {
    let page = state.withLock { state in
      if state.feeds[path] == nil {
        state.lastEpoch += 1
        state.feeds[path] = Feed(
          feed: LiveFeed(path: state.successors[path] ?? path, epoch: state.lastEpoch))
      }
      return state.feeds[path]?.feed.join(lastEvent: lastEvent) ?? 0
    }
    beginTicking()
    return LiveEvents(logs: self, path: path, page: page)
  }

  /// Shows another log in the place of one, also on the pages that show it already.
  func replace(logAt path: String, by successor: String) {
    state.withLock { state in
      state.successors[path] = successor
      state.feeds[path]?.feed.goOn(at: successor)
    }
  }

  /// Looks whether there are new steps, and wakes the pages for which there is something.
  func poll() {
    let wakes = state.withLock { state -> [@Sendable () -> Void] in
      state.ticks += 1
      var wakes: [@Sendable () -> Void] = []
      for path in state.feeds.keys {
        guard var feed = state.feeds.removeValue(forKey: path) else { continue }
        feed.feed.poll()
        if state.ticks.isMultiple(of: Self.keepAlive) { feed.feed.keepAlive() }
        feed.idle = feed.feed.isIdle ? feed.idle + 1 : 0
        wakes += feed.wakes.values
        if feed.idle < Self.patience { state.feeds[path] = feed }
      }
      return wakes
    }
    for wake in wakes { wake() }
  }

  /// Looks for the last time; pages get what there is, and nothing more.
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
    let goesOn = state.withLock { state in
      state.isTicking = !state.isClosed && !state.feeds.isEmpty
      return state.isTicking
    }
    guard goesOn else { return }
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.tick() }
  }
}

extension LiveLogs {
  fileprivate func setWake(
    _ wake: (@Sendable () -> Void)?, of page: LiveFeed.PageID, ofLog path: String
  ) {
    state.withLock { $0.feeds[path]?.wakes[page] = wake }
  }

  fileprivate func next(for page: LiveFeed.PageID, ofLog path: String) -> NextEvents {
    state.withLock { state in
      guard let bytes = state.feeds[path]?.feed.next(for: page) else {
        let isOver = state.isClosed || state.feeds[path]?.feed.isTurnOver(page) ?? true
        return isOver ? .over : .nothing
      }
      return .bytes(bytes)
    }
  }

  fileprivate func leave(_ page: LiveFeed.PageID, ofLog path: String) {
    state.withLock { state in
      state.feeds[path]?.feed.leave(page)
      state.feeds[path]?.wakes[page] = nil
    }
  }
}

/// The events of a log for one page.
struct LiveEvents: HTTPStream {
  fileprivate let logs: LiveLogs
  fileprivate let path: String
  fileprivate let page: LiveFeed.PageID

  func begin(_ wake: @escaping @Sendable () -> Void) {
    logs.setWake(wake, of: page, ofLog: path)
  }

  func next() -> NextEvents { logs.next(for: page, ofLog: path) }

  func end() {
    logs.leave(page, ofLog: path)
  }
}
