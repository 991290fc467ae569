package typealias PageID = UInt64

/// The events of one subject for all pages that show it. Each page takes events at its own pace.
protocol PageFeed: Sendable {
  /// Whether no page shows the subject.
  var isIdle: Bool { get }

  /// Adds a page. `lastEvent` is the last event that it received on an earlier connection.
  mutating func join(lastEvent: String?) -> PageID
  mutating func leave(_ id: PageID)

  /// Looks for new events, at a fixed interval.
  mutating func poll()

  /// Returns the next bytes for a page, or `nil` if there are none now.
  mutating func next(for id: PageID) -> [UInt8]?

  /// Returns whether a page has had its turn. Its connection can then be closed in favor of a
  /// waiting page.
  func isTurnOver(_ id: PageID) -> Bool

  /// Sends a comment to all pages, to detect disconnected pages.
  mutating func keepAlive()
}
