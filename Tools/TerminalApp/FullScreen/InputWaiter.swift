import CNcurses
import Dispatch
import Foundation
import Platform

package enum TerminalWake: Sendable {
  case input
  /// A signal arrived, or `TerminalDriver.wake()` was called.
  case signal
  case both
  case end
}

/// A thread that waits for input and signals. After each wake, it waits for a call to `proceed()`.
final class InputWaiter: Sendable {
  // Starts at 0, because Dispatch traps when a semaphore is deallocated below its initial value.
  private let proceedSignal = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)

  func start(_ wakes: AsyncStream<TerminalWake>.Continuation) {
    let thread = Thread { [self] in
      while !isStopped.withLock({ $0 }) {
        let wake: TerminalWake =
          switch rp_wait() {
          case 1: .input
          case 2: .signal
          case 3: .both
          default: .end
          }
        wakes.yield(wake)
        proceedSignal.wait()
      }
      ended.signal()
    }
    thread.start()
  }

  /// Waits for the next event, after the last one was handled.
  func proceed() {
    proceedSignal.signal()
  }

  /// Stops the thread and waits for its end.
  func stop() {
    isStopped.withLock { $0 = true }
    rp_wake()
    proceedSignal.signal()
    ended.wait()
  }
}
