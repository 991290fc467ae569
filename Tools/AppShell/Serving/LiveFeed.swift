import SessionLog
import SessionRecording
import SessionReplay
import SessionReports

/// A log as events for the pages that show it: all of it so far, and then each block of new steps.
///
/// It is read once, however many pages there are. A page takes its events when it can: what it has not
/// taken stays here up to a limit, and a page that falls behind it begins with the whole log again.
package struct LiveFeed {
  /// Tells the page of a connection from others.
  package typealias PageID = UInt64

  /// How much is kept and sent.
  package struct Limits: Sendable {
    /// The most bytes of new blocks that are kept for pages that are slow.
    package var window = 4 << 20
    /// The most bytes that a log may have to be shown.
    package var log: UInt64 = 64 << 20
    /// With more pages than this, they take turns: a browser holds six connections to a server, and
    /// one must be free for what a page asks for.
    package var lastingPages = 4
    /// How often a page that takes turns is looked after before the next one has its turn.
    package var turn = 2

    /// Takes the defaults.
    package init() {}
  }

  private struct Page {
    /// What is sent next to a page that was silent.
    var pending: [UInt8]?
    /// The whole log, until it is sent.
    var log: [UInt8]?
    /// The index of the next block, and the number of its member in the page's log; `nil` until the
    /// page has been given the log.
    var position: Position?
    var isTold = false
    var age = 0
  }

  private struct Position {
    var next: Int
    var sequence: UInt32
  }

  /// Where the log is.
  private var path: String
  /// Tells this feed from earlier ones, of which a page may still know its position.
  let epoch: UInt64
  private let limits: Limits
  private var follower: LogFollower?
  private var window: [LogMember] = []
  private var windowLength = 0
  /// The index of the first block that is kept.
  private var base = 0
  private var pages: [PageID: Page] = [:]
  private var lastID: PageID = 0
  /// Why the log cannot be shown, or not any further.
  private var failure: String?
  private var isOver = false

  /// Prepares to follow a log, which need not be there yet.
  package init(path: String, epoch: UInt64, limits: Limits = Limits()) {
    self.path = path
    self.epoch = epoch
    self.limits = limits
  }

  /// Whether no page is connected.
  package var isIdle: Bool { pages.isEmpty }

  /// Takes a page in, which may know how far it came before its connection was lost.
  package mutating func join(lastEvent: String?) -> PageID {
    lastID += 1
    pages[lastID] = Page(
      pending: EventText.retry(milliseconds: 100), position: position(after: lastEvent))
    return lastID
  }

  /// Forgets a page that has gone.
  package mutating func leave(_ id: PageID) {
    pages[id] = nil
  }

  /// Shows another log from now on: all pages begin anew.
  package mutating func goOn(at path: String) {
    self.path = path
    (follower, failure, isOver) = (nil, nil, false)
    for id in pages.keys { pages[id]?.isTold = false }
    beginAnew()
  }

  /// Reads on.
  package mutating func poll() {
    for id in pages.keys { pages[id]?.age += 1 }
    if follower == nil, failure == nil { open() }
    guard let news = follower?.readOn(), follower?.hasBegun == true else { return }
    if news.beginsAnew {
      beginAnew()
    } else {
      for member in news.members { keep(member) }
    }
    if let ending = follower?.ending, !isOver { end(ending) }
    givePagesTheLog()
  }

  /// The next bytes for a page; `nil` if there are none now.
  package mutating func next(for id: PageID) -> [UInt8]? {
    guard var page = pages[id] else { return nil }
    defer { if pages[id] != nil { pages[id] = page } }
    if let pending = page.pending {
      page.pending = nil
      return pending
    }
    if var position = page.position {
      if position.next < base {
        // It begins with the whole log as it is by then.
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
    guard page.position != nil || failure != nil, isOver, !page.isTold else { return nil }
    page.isTold = true
    let id = page.position.map(self.id) ?? ""
    return failure.map { EventText.failure($0, id: id) }
      ?? EventText.event("end", id: id, data: "{}".utf8)
  }

  /// Whether a page has had its turn, and another connection may need its place.
  package func isTurnOver(_ id: PageID) -> Bool {
    guard let page = pages[id] else { return true }
    return pages.count > limits.lastingPages && page.age >= limits.turn
      && (page.position != nil && page.log == nil || page.isTold)
  }

  /// Sends something to all pages, so that it shows which of them have gone.
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

  private mutating func beginAnew() {
    base += window.count
    (window, windowLength) = ([], 0)
    for id in pages.keys {
      pages[id]?.position = nil
      pages[id]?.log = nil
    }
  }

  private mutating func end(_ ending: LogFollower.Ending) {
    isOver = true
    // What is damaged is in the log, and the page tells of it.
    guard ending == .abandoned else { return }
    failure =
      "'\(path.fileName.visible)' was not finished, and nobody writes it any more; "
      + "'recover' makes a whole log of it"
  }

  /// Gives the log to those who have none.
  private mutating func givePagesTheLog() {
    let end = base + window.count
    let needy = pages.keys.filter { id in
      guard let page = pages[id], !page.isTold else { return false }
      // One that has not taken the log it was given is not given another.
      return page.position.map { $0.next < base && page.log == nil } ?? true
    }
    guard !needy.isEmpty, let follower else { return }
    guard follower.length <= limits.log else {
      failure =
        "'\(path.fileName.visible)' has \(follower.length >> 20) MiB, and a page takes "
        + "\(limits.log >> 20); 'play' and 'show' take any"
      isOver = true
      return
    }
    do throws(LogReaderError) {
      let (bytes, sequence) = try follower.contents()
      let position = Position(next: end, sequence: sequence)
      let event = EventText.event("log", id: id(position), bytes: bytes)
      for id in needy {
        pages[id]?.position = position
        pages[id]?.log = event
      }
    } catch {
      failure = error.description.visible
      isOver = true
    }
  }

  // MARK: Positions

  private func id(_ position: Position) -> String {
    "\(epoch)-\(position.next)-\(position.sequence)"
  }

  /// Where a page stopped, if what follows is still kept.
  private func position(after event: String?) -> Position? {
    guard let parts = event?.split(separator: "-"), parts.count == 3, UInt64(parts[0]) == epoch,
      let next = Int(parts[1]), let sequence = UInt32(parts[2]), sequence < 1 << 31,
      (base...base + window.count).contains(next)
    else { return nil }
    return Position(next: next, sequence: sequence)
  }
}

extension String {
  /// The part of a path behind the last slash.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
