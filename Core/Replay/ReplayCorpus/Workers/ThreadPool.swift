import Dispatch
import Foundation
import Platform

/// A pool of threads whose stacks are large enough for a replay.
///
/// Threads start when work is added and end when none is left. An idle pool therefore costs
/// nothing.
package final class ThreadPool: Sendable {
  /// The size in bytes. Values nest to a fixed depth, and reducers may recurse over them.
  private static let stackSize = 16 << 20

  private struct Queue {
    var work: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let width: Int
  private let queue = Mutex(Queue())

  /// Creates a pool with a maximum number of threads (default: the number of processors).
  package init(width: Int? = nil) {
    self.width = max(1, width ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  package func add(_ work: @escaping @Sendable () -> Void) {
    let needsThread = queue.withLock { queue in
      queue.work.append(work)
      guard queue.threads < width else { return false }
      queue.threads += 1
      return true
    }
    guard needsThread else { return }
    let thread = Thread { [self] in
      while let work = next() { work() }
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      add { continuation.resume(returning: work()) }
    }
  }

  /// Calls a function as soon as a thread is free. Returns a function that waits for its result.
  package func start<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) -> () -> Result {
    let finished = FinishedResults<Result>()
    add { finished.add(work()) }
    return { finished.wait()[0] }
  }

  private func next() -> (@Sendable () -> Void)? {
    queue.withLock { queue in
      guard !queue.work.isEmpty else {
        queue.threads -= 1
        return nil
      }
      return queue.work.removeFirst()
    }
  }
}

extension ThreadPool {
  /// Returns the results of a function for all elements, in the order in which they finish.
  ///
  /// The thread that reads the results also reads the elements, a few ahead of the other threads.
  package func results<Elements: IteratorProtocol, Result: Sendable>(
    of elements: Elements, _ transform: @escaping @Sendable (Elements.Element) -> Result
  ) -> AnyIterator<Result> where Elements.Element: Sendable {
    let finished = FinishedResults<Result>()
    var elements = elements
    var pendingCount = 0
    var ready: [Result] = []
    return AnyIterator { [self] in
      if ready.isEmpty {
        while pendingCount < 2 * width, let element = elements.next() {
          pendingCount += 1
          add { finished.add(transform(element)) }
        }
        guard pendingCount > 0 else { return nil }
        ready = finished.wait().reversed()
        pendingCount -= ready.count
      }
      return ready.removeLast()
    }
  }

  /// Returns results in the order of the elements. A thread takes up to `portion` at a time.
  package func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], portion: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > portion else { return elements.map(transform) }
    let portions = stride(from: 0, to: elements.count, by: portion).enumerated()
    var results: [Result] = []
    self.results(of: portions.makeIterator()) { index, start in
      (index, elements[start...].prefix(portion).map(transform))
    }
    .forEachInOrder { results += $0 }
    return results
  }
}

private final class FinishedResults<Result: Sendable>: Sendable {
  private let results = Mutex<[Result]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func add(_ result: Result) {
    results.withLock { $0.append(result) }
    semaphore.signal()
  }

  func wait() -> [Result] {
    semaphore.wait()
    let finished = results.withLock { results in
      defer { results = [] }
      return results
    }
    for _ in finished.dropFirst() { semaphore.wait() }
    return finished
  }
}
