import Platform
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports

/// The events of a log for the pages that show it: the current log, followed by each new block.
///
/// The log is read once for all pages. Each page takes its events at its own pace from a window of
/// recent blocks. A page that falls behind the window starts again with the whole log.
package struct LiveFeed: PageFeed {
  package struct Limits: Sendable {
    /// The maximum size of the window of recent blocks in bytes.
    package var window = 4 << 20
    /// The maximum size of a log in bytes.
    package var log: UInt64 = 64 << 20
    /// The maximum number of pages that keep their connections. More pages take turns, because
    /// browsers open up to six connections to a server, and one must be free for other requests.
    package var lastingPages = 4
    /// The number of polls for which a page keeps its connection when pages take turns.
    package var pollsPerTurn = 2

    package init() {}
  }

  private struct Page {
    /// Bytes to send before the next event, such as a comment that keeps the connection alive.
    var pending: [UInt8]?
    /// The event with the whole log, until it is sent.
    var log: [UInt8]?
    /// The position after the events taken so far, or `nil` until the page has been given the log.
    var position: Position?
    /// Whether the end or the failure of the log was sent.
    var isEndSent = false
    var age = 0
  }

  private struct Position {
    var next: Int
    /// The sequence number of the next block in the page's copy of the log.
    var sequence: UInt32
  }

  private var path: String
  /// A number that distinguishes the feed from earlier feeds. A page may still send their
  /// positions.
  let epoch: UInt64
  private let limits: Limits
  private var follower: LogFollower?
  private var window: [LogMember] = []
  private var windowLength = 0
  private var base = 0
  private var pages: [PageID: Page] = [:]
  private var lastID: PageID = 0
  private var failure: String?
  private var isOver = false

  /// Creates a feed of a log, which doesn't have to exist yet.
  package init(path: String, epoch: UInt64, limits: Limits = Limits()) {
    self.path = path
    self.epoch = epoch
    self.limits = limits
  }

  package var isIdle: Bool { pages.isEmpty }

  package mutating func join(lastEvent: String?) -> PageID {
    lastID += 1
    pages[lastID] = Page(
      pending: EventText.retry(milliseconds: 100), position: position(after: lastEvent))
    return lastID
  }

  package mutating func leave(_ id: PageID) {
    pages[id] = nil
  }

  /// Switches to a different log. All pages start again with the whole log.
  package mutating func switchToLog(at path: String) {
    self.path = path
    (follower, failure, isOver) = (nil, nil, false)
    for id in pages.keys { pages[id]?.isEndSent = false }
    restartPages()
  }

  package mutating func poll() {
    for id in pages.keys { pages[id]?.age += 1 }
    if follower == nil, failure == nil { open() }
    guard let update = follower?.readUpdates(), follower?.hasBegun == true else { return }
    if update.requiresRestart {
      restartPages()
    } else {
      for member in update.members { keep(member) }
    }
    if let ending = follower?.ending, !isOver { end(ending) }
    sendLogToWaitingPages()
  }

  package mutating func next(for id: PageID) -> [UInt8]? {
    guard var page = pages[id] else { return nil }
    defer { if pages[id] != nil { pages[id] = page } }
    if let pending = page.pending {
      page.pending = nil
      return pending
    }
    if var position = page.position {
      if position.next < base {
        // The page fell behind the window, and starts again with the log of the next poll.
        (page.position, page.log) = (nil, nil)
      } else if let log = page.log {
        page.log = nil
        return log
      } else if position.next < base + window.count {
        let bytes = window[position.next - base].bytes(sequence: position.sequence)
        position.next += 1
        position.sequence += 1
        page.position = position
        return EventText.event("block", id: self.id(position), bytes: bytes)
      }
    }
    guard page.position != nil || failure != nil, isOver, !page.isEndSent else { return nil }
    page.isEndSent = true
    let id = page.position.map(self.id) ?? ""
    return failure.map { EventText.failure($0, id: id) }
      ?? EventText.event("end", id: id, data: "{}".utf8)
  }

  package func isTurnOver(_ id: PageID) -> Bool {
    guard let page = pages[id] else { return true }
    return pages.count > limits.lastingPages && page.age >= limits.pollsPerTurn
      && (page.position != nil && page.log == nil || page.isEndSent)
  }

  package mutating func keepAlive() {
    for id in pages.keys where pages[id]?.pending == nil {
      pages[id]?.pending = EventText.keepAlive
    }
  }
}

extension LiveFeed {
  private mutating func open() {
    do throws(LogReaderError) {
      follower = try LogFollower(path: path, options: .session)
    } catch {
      switch error {
      case .emptyFile where LogReader.isBeingWritten(path: path),
        .truncatedHeader where LogReader.isBeingWritten(path: path):
        break
      default:
        failure = error.description.visible
        isOver = true
      }
    }
  }

  private mutating func keep(_ member: LogMember) {
    window.append(member)
    windowLength += member.length
    var excess = 0
    while windowLength > limits.window, excess < window.count {
      windowLength -= window[excess].length
      excess += 1
    }
    window.removeFirst(excess)
    base += excess
  }

  private mutating func restartPages() {
    base += window.count
    (window, windowLength) = ([], 0)
    for id in pages.keys {
      pages[id]?.position = nil
      pages[id]?.log = nil
    }
  }

  private mutating func end(_ ending: LogFollower.Ending) {
    isOver = true
    // The page detects and reports damage in the log itself.
    guard ending == .abandoned else { return }
    failure =
      "'\(path.fileName.visible)' was not finished and is no longer being written; "
      + "'recover' converts it to a complete log"
  }

  private mutating func sendLogToWaitingPages() {
    let end = base + window.count
    let waiting = pages.keys.filter { id in
      guard let page = pages[id], !page.isEndSent else { return false }
      // A page that has not taken its log yet doesn't get a second one.
      return page.position.map { $0.next < base && page.log == nil } ?? true
    }
    guard !waiting.isEmpty, let follower else { return }
    guard follower.length <= limits.log else {
      failure =
        "'\(path.fileName.visible)' has \(follower.length >> 20) MiB, and a page shows at most "
        + "\(limits.log >> 20) MiB; use 'play' or 'show'"
      isOver = true
      return
    }
    do throws(LogReaderError) {
      let (bytes, sequence) = try follower.contents()
      let position = Position(next: end, sequence: sequence)
      let event = EventText.event("log", id: id(position), bytes: bytes)
      for id in waiting {
        pages[id]?.position = position
        pages[id]?.log = event
      }
    } catch {
      failure = error.description.visible
      isOver = true
    }
  }

  private func id(_ position: Position) -> String {
    "\(epoch)-\(position.next)-\(position.sequence)"
  }

  /// Returns the position after an event, if the following blocks are still in the window.
  private func position(after event: String?) -> Position? {
    guard let parts = event?.split(separator: "-"), parts.count == 3, UInt64(parts[0]) == epoch,
      let next = Int(parts[1]), let sequence = UInt32(parts[2]), sequence < 1 << 31,
      (base...base + window.count).contains(next)
    else { return nil }
    return Position(next: next, sequence: sequence)
  }
}

extension String {
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
