import Dispatch
import Platform

/// The progress of work that takes more than a second.
///
/// A terminal shows a bar. A CI server gets lines at intervals: such servers end processes that
/// print nothing for a long time.
package final class ProgressBar: Sendable {
  private static let length = 30
  private static let delay: UInt64 = 1_000_000_000
  /// The nanoseconds between lines for a CI server.
  private static let heartbeat: UInt64 = 30_000_000_000

  package enum Destination {
    case terminal
    case server
  }

  private let total: Int
  private let unit: String
  private let destination: Destination?
  private let sink: TextSink
  private let start = DispatchTime.now().uptimeNanoseconds
  private let drawn = Mutex("")
  private let lastBeat: Mutex<UInt64>

  package convenience init(total: Int, unit: String = "logs", isShown: Bool, _ sink: TextSink) {
    self.init(total: total, unit: unit, for: isShown ? .terminal : nil, sink)
  }

  package init(total: Int, unit: String = "logs", for destination: Destination?, _ sink: TextSink) {
    self.total = total
    self.unit = unit
    self.destination = destination
    self.sink = sink
    lastBeat = Mutex(start)
  }

  /// Advances to a part by its number. Checks the time only once per 4096 parts.
  package func advance(_ number: UInt64) {
    // Reading the clock takes longer than a small part.
    if destination != nil, number & 0xFFF == 0 { advance(Int(clamping: number)) }
  }

  /// Advances to a number of finished parts. Callable from any thread.
  @Sendable
  package func advance(_ done: Int) {
    guard let destination else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - start > Self.delay else { return }
    if destination == .server, !isBeatDue(at: now) { return }
    let rate = Self.rate(done: done, of: total, seconds: Double(now - start) / 1e9)
    guard destination == .terminal else {
      return sink.lineNow("\(done) of \(total) \(unit)\(rate)")
    }
    let bar = Self.text(done: done, of: total, unit) + (unit == "logs" ? rate : "")
    drawn.withLock { drawn in
      guard bar != drawn else { return }
      drawn = bar
      sink.text("\r\(bar)\u{1B}[K")
    }
  }

  /// Returns whether the next line is due, and starts the next interval if so.
  private func isBeatDue(at now: UInt64) -> Bool {
    lastBeat.withLock { last in
      guard now - last >= Self.heartbeat else { return false }
      last = now
      return true
    }
  }

  package func remove() {
    drawn.withLock { drawn in
      if !drawn.isEmpty { sink.text("\r\u{1B}[K") }
      drawn = ""
    }
  }

  /// Returns the rate and the remaining time: `, 120/s, 4 min left`.
  package static func rate(done: Int, of total: Int, seconds: Double) -> String {
    let rate = Double(done) / seconds
    guard done > 0, rate >= 1 else { return "" }
    let left = Double(total - done) / rate
    let time =
      switch left {
      case ..<100: "\(Int(left.rounded(.up))) s"
      case ..<6_000: "\(Int((left / 60).rounded(.up))) min"
      default: "\(Int((left / 3600).rounded(.up))) h"
      }
    return ", \(Int(rate))/s, \(time) left"
  }

  /// Returns a bar with its counts: `[███───] 3 of 7 logs`.
  package static func text(done: Int, of total: Int, _ unit: String = "logs") -> String {
    let full = total > 0 ? Int(Double(min(done, total)) / Double(total) * Double(length)) : length
    let bar =
      String(repeating: "█", count: full) + String(repeating: "─", count: length - full)
    return "[\(bar)] \(done) of \(total) \(unit)"
  }
}
