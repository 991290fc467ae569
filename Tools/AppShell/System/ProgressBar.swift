import Dispatch
import Locking

/// A progress bar at a terminal for work that takes more than a second.
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

  /// Advances to one of many small parts, by its number.
  func advance(_ number: UInt64) {
    // To ask for the time costs more than such a part.
    if isShown, number & 0xFFF == 0 { advance(Int(clamping: number)) }
  }

  /// Advances to a number of finished parts. Can be called on any thread.
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

  /// Erases the bar.
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

/// The progress of a recovery, measured by the size of the log that it writes.
final class RecoveryBar {
  private static let interval = DispatchTimeInterval.milliseconds(200)

  private let bar: ProgressBar
  private let timer: (any DispatchSourceTimer)?
  private let queue = DispatchQueue(label: "recovery")

  init(from source: String, to output: String, isShown: Bool, _ sink: TextSink) {
    let total = FileBytes.size(of: source) ?? 0
    let bar = ProgressBar(total: total >> 10, unit: "KiB", isShown: isShown, sink)
    self.bar = bar
    guard isShown else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { @Sendable in
      // A log carries this suffix while it is being written.
      if let size = FileBytes.size(of: "\(output).partial") { bar.advance(size >> 10) }
    }
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.activate()
    self.timer = timer
  }

  /// Erases the bar.
  func remove() {
    timer?.cancel()
    // What is being drawn is drawn before.
    queue.sync {}
    bar.remove()
  }
}
