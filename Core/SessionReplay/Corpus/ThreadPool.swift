import Dispatch
import Foundation
import Locking

/// Works on many logs in a few threads of this process.
struct ThreadPool<Report: Sendable> {
  private let jobs: Int
  private var source: LogSource
  private let work: @Sendable (String) -> Report
  private let deliver: (Int, Report) -> Void

  /// Prepares to work on the logs of a source; `deliver` is handed each result as it comes, on the
  /// thread that runs the pool.
  init(
    jobs: Int, _ source: LogSource, _ work: @escaping @Sendable (String) -> Report,
    deliver: @escaping (Int, Report) -> Void
  ) {
    self.jobs = max(1, min(jobs, source.count))
    self.source = source
    self.work = work
    self.deliver = deliver
  }

  /// Works on all logs.
  mutating func run() {
    let desk = Desk<Report>()
    let group = DispatchGroup()
    var started = 0
    var open = 0
    while true {
      while open < 2 * jobs, let next = source.next() {
        source.take()
        desk.hand(next)
        open += 1
        if started < jobs {
          start(desk, group)
          started += 1
        }
      }
      guard open > 0 else { break }
      for (index, report) in desk.results() {
        open -= 1
        deliver(index, report)
      }
    }
    desk.close(for: started)
    group.wait()
  }

  private func start(_ desk: Desk<Report>, _ group: DispatchGroup) {
    group.enter()
    let thread = Thread { [work] in
      while let (index, path) = desk.next() { desk.finish(index, with: work(path)) }
      group.leave()
    }
    thread.stackSize = CorpusReplay.stackSize
    thread.start()
  }
}

/// The logs that threads are to work on, and what came of those that they did.
private final class Desk<Report: Sendable>: Sendable {
  private struct State {
    var logs: [(index: Int, path: String)] = []
    var results: [(Int, Report)] = []
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  func hand(_ log: (index: Int, path: String)) {
    state.withLock { $0.logs.append(log) }
    work.signal()
  }

  /// Lets the threads end when there is nothing left.
  func close(for threads: Int) {
    for _ in 0..<threads { work.signal() }
  }

  /// The next log; waits for it, and is `nil` when no more come.
  func next() -> (index: Int, path: String)? {
    work.wait()
    return state.withLock { $0.logs.isEmpty ? nil : $0.logs.removeFirst() }
  }

  func finish(_ index: Int, with report: Report) {
    state.withLock { $0.results.append((index, report)) }
    done.signal()
  }

  /// What has been done since the last time; waits until something is.
  func results() -> [(Int, Report)] {
    done.wait()
    let results = state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
    for _ in results.dropFirst() { done.wait() }
    return results
  }
}
