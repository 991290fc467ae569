/// The overview of a folder for the pages that show it: its current version, then each new version.
package struct FolderFeed: PageFeed {
  private struct Page {
    var pending: [UInt8]? = EventText.retry(milliseconds: 500)
    /// The version that the page has.
    var version: UInt64?
    var age = 0
  }

  private let folder: FolderOverview
  private let limits = LiveFeed.Limits()
  private var latest: FolderOverview.Version?
  private var pages: [PageID: Page] = [:]
  private var lastID: PageID = 0

  package init(_ folder: FolderOverview) {
    self.folder = folder
  }

  package var isIdle: Bool { pages.isEmpty }

  package mutating func join(lastEvent: String?) -> PageID {
    lastID += 1
    pages[lastID] = Page(version: lastEvent.flatMap { UInt64($0) })
    return lastID
  }

  package mutating func leave(_ id: PageID) {
    pages[id] = nil
  }

  package mutating func poll() {
    for id in pages.keys { pages[id]?.age += 1 }
    if !isIdle { folder.refresh() }
    latest = folder.latest
  }

  package mutating func next(for id: PageID) -> [UInt8]? {
    if let pending = pages[id]?.pending {
      pages[id]?.pending = nil
      return pending
    }
    guard let latest, let page = pages[id], page.version != latest.number else { return nil }
    pages[id]?.version = latest.number
    return EventText.event("folder", id: "\(latest.number)", data: latest.text.utf8)
  }

  package func isTurnOver(_ id: PageID) -> Bool {
    guard let page = pages[id] else { return true }
    return pages.count > limits.lastingPages && page.age >= limits.pollsPerTurn
      && page.version == latest?.number
  }

  package mutating func keepAlive() {
    for id in pages.keys where pages[id]?.pending == nil {
      pages[id]?.pending = EventText.keepAlive
    }
  }
}
