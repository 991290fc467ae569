import CReplayWorker
import Dispatch
import Platform

/// The main thread, on which effects run, for a thread that waits for them.
package enum MainThread {
  /// Runs an operation on the main actor, and returns its result. Call this on a different thread.
  package static func run<Result: Sendable>(
    _ operation: @escaping @Sendable @MainActor () async -> Result
  ) -> Result {
    let result = Mutex<Result?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task { @MainActor in
      // In a worker, the stack of the thread that runs the app is reported.
      rp_worker_enter()
      let value = await operation()
      result.withLock { $0 = value }
      isDone.signal()
    }
    isDone.wait()
    rp_worker_enter()
    guard let value = result.withLock({ $0 }) else { preconditionFailure("the task has ended") }
    return value
  }
}
