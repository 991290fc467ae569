import CommandLineKit
import Dispatch
import SessionLog

/// The progress of a recovery, measured by the size of the new log.
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
      // The new log has this name until it is whole.
      if let size = FileBytes.size(of: LogFile.rewritingPath(for: output)) {
        bar.advance(size >> 10)
      }
    }
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.activate()
    self.timer = timer
  }

  func remove() {
    timer?.cancel()
    // Waits for a drawing in progress.
    queue.sync {}
    bar.remove()
  }
}
