import CReplayWorker
import Dispatch
import Foundation
package import SessionReplay

/// A watch over effects that run in a process with other work, such as tests.
///
/// An effect that never suspends blocks the main thread. Only the end of the process stops it.
package final class EffectWatch: Sendable {
  // The other thread reads single words.
  private nonisolated(unsafe) let page: UnsafeMutablePointer<rp_worker_page>
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Begins a watch, until `end()`.
  ///
  /// A thread calls `onTimeout` once the running effect has done nothing and has blocked the main
  /// thread for a number of seconds. `onTimeout` receives the number of the step and the effect's
  /// position among the effects of the step. Seconds in which `isRunning` is false don't count,
  /// because other work then blocks the main thread.
  package init(
    seconds: Int, isRunning: @escaping @Sendable () -> Bool,
    onTimeout: @escaping @Sendable (_ step: UInt64, _ effect: UInt64) -> Void
  ) {
    page = .allocate(capacity: 1)
    page.initialize(to: rp_worker_page())
    Thread.detachNewThread { [self] in
      var last = position
      var idleCount = 0
      // Waits are counted, since a debugger stops this process, but not the clock.
      while hasEnded.wait(timeout: .now() + 1) == .timedOut {
        DispatchQueue.main.async { [self] in progress.read() }
        let current = position
        idleCount = current.effect > 0 && current == last && isRunning() ? idleCount + 1 : 0
        last = current
        if idleCount == seconds { return onTimeout(current.step, current.effect) }
      }
    }
  }

  deinit { page.deallocate() }

  /// The progress of the replayer whose effects are watched.
  package var progress: StepProgress { StepProgress(page) }

  package func end() { hasEnded.signal() }

  private struct Position: Equatable {
    let step: UInt64
    let effect: UInt64
    let reads: UInt64
  }

  private var position: Position {
    Position(
      step: rp_worker_load(&page.pointee.step), effect: rp_worker_load(&page.pointee.effect),
      reads: rp_worker_load(&page.pointee.reads))
  }
}
