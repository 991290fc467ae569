import CNcurses
import Dispatch
import Foundation
import Locking

/// Why the terminal is looked at.
enum TerminalWake: Sendable {
  /// Something can be read.
  case input
  /// A signal came, or somebody wants the screen painted.
  case signal
  /// Both.
  case both
  /// Nothing more can be read.
  case end
}

/// Waits on a thread of its own until there is something to do, once for each `proceed`.
final class InputWaiter: Sendable {
  // It begins at 0 because a semaphore may not go away while it is below where it began.
  private let turn = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)

  /// Begins to wait.
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
        turn.wait()
      }
      ended.signal()
    }
    thread.start()
  }

  /// Tells that what there was has been done.
  func proceed() {
    turn.signal()
  }

  /// Ends the thread, and returns when it has ended.
  func stop() {
    isStopped.withLock { $0 = true }
    rp_wake()
    turn.signal()
    ended.wait()
  }
}
