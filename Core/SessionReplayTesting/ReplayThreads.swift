import Foundation
import Locking
import SessionReplay

/// Threads with the stack that a replay needs, as many as there are processors.
///
/// Swift Testing begins all cases of a test at once, and there may be thousands.
final class ReplayThreads: Sendable {
  /// The threads of the process.
  static let shared = ReplayThreads(limit: ProcessInfo.processInfo.activeProcessorCount)

  private struct Queue {
    var waiting: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let limit: Int
  private let queue = Mutex(Queue())

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// Works on one of the threads as soon as one is free.
  func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      add { continuation.resume(returning: work()) }
    }
  }

  private func add(_ work: @escaping @Sendable () -> Void) {
    let needsThread = queue.withLock { queue in
      queue.waiting.append(work)
      guard queue.threads < limit else { return false }
      queue.threads += 1
      return true
    }
    guard needsThread else { return }
    let thread = Thread { [self] in
      while let work = next() { work() }
    }
    thread.stackSize = CorpusReplay.stackSize
    thread.start()
  }

  /// The next piece of work; a thread that gets none ends.
  private func next() -> (@Sendable () -> Void)? {
    queue.withLock { queue in
      guard !queue.waiting.isEmpty else {
        queue.threads -= 1
        return nil
      }
      return queue.waiting.removeFirst()
    }
  }
}
