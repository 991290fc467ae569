import Dispatch
import Locking

/// Shows at a terminal how far a work is that takes more than a second.
package final class ProgressBar: Sendable {
  private static let length = 30
  private static let delay: UInt64 = 1_000_000_000

  private let total: Int
  private let unit: String
  private let isShown: Bool
  private let sink: TextSink
  private let start = DispatchTime.now().uptimeNanoseconds
  private let drawn = Mutex("")

  init(total: Int, unit: String = "logs", isShown: Bool, _ sink: TextSink) {
    self.total = total
    self.unit = unit
    self.isShown = isShown
    self.sink = sink
  }

  /// Tells that one of many small parts is done, by its number.
  func advance(_ number: UInt64) {
    // To ask for the time costs more than such a part.
    if isShown, number & 0xFFF == 0 { advance(Int(clamping: number)) }
  }

  /// Tells that so many parts are done; from any thread.
  @Sendable
  func advance(_ done: Int) {
    guard isShown, DispatchTime.now().uptimeNanoseconds - start > Self.delay else { return }
    let bar = Self.text(done: done, of: total, unit)
    drawn.withLock { drawn in
      guard bar != drawn else { return }
      drawn = bar
      sink.text("\r\(bar)\u{1B}[K")
    }
  }

  /// Leaves nothing of the bar on the screen.
  func remove() {
    drawn.withLock { drawn in
      if !drawn.isEmpty { sink.text("\r\u{1B}[K") }
      drawn = ""
    }
  }

  /// `[███───] 3 of 7 logs`.
  package static func text(done: Int, of total: Int, _ unit: String = "logs") -> String {
    let full = total > 0 ? Int(Double(min(done, total)) / Double(total) * Double(length)) : length
    let bar =
      String(repeating: "█", count: full) + String(repeating: "─", count: length - full)
    return "[\(bar)] \(done) of \(total) \(unit)"
  }
}
