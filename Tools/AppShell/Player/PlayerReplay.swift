import ComposableArchitecture
import Foundation
import SessionLog
import Locking
import SessionReplay

/// Replays the log that is played, on a thread of its own.
///
/// The verdict comes from a worker process, if there can be one, as the app may end while it reduces.
/// Only the states after a divergence are reduced in this process.
final class PlayerReplay<App: ShellApp>: Sendable {
  /// What it has to tell.
  enum News: Sendable {
    case state(PlayerReplayState)
    case pair(ReplayedPair?, after: UInt64)
  }

  private struct Box {
    var news: [News] = []
    /// The step whose states are wanted; an older wish is forgotten.
    var wanted: UInt64?
  }

  private let box = Mutex(Box())
  private let turn = DispatchSemaphore(value: 0)
  private let reader: SessionReader
  private let workers: WorkerSettings?

  /// Prepares to replay a log; `onNews` is called from another thread.
  init(_ reader: SessionReader, workers: WorkerSettings?) {
    self.reader = reader
    self.workers = workers
  }

  /// Begins to replay, and calls a function from another thread when there is news.
  func start(onNews: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in
      var found: ReplayReport?
      CorpusReplay(jobs: 1, workers: workers).replay(
        PathList([reader.log.path]), with: Shell<App>.replayer
      ) { found = $0 }
      let report = found ?? ReplayReport(path: reader.log.path, verdict: .failed("no result"))
      tell(.state(.done(report)), onNews)
      guard report.verdict.divergence != nil,
        let states = try? ReplayedStates(reader, with: Shell<App>.replayer)
      else { return }
      while true {
        turn.wait()
        let wanted = box.withLock { box in
          defer { box.wanted = nil }
          return box.wanted
        }
        guard let wanted else { continue }
        let pair = states.pair(after: wanted).map {
          ReplayedPair(recorded: $0.recorded, replayed: $0.replayed, header: $0.header)
        }
        tell(.pair(pair, after: wanted), onNews)
      }
    }
    thread.stackSize = CorpusReplay.stackSize
    thread.start()
  }

  private func tell(_ news: News, _ onNews: () -> Void) {
    box.withLock { $0.news.append(news) }
    onNews()
  }

  /// Asks for the states after a step.
  func ask(for step: UInt64) {
    box.withLock { $0.wanted = step }
    turn.signal()
  }

  /// What there is to tell since this was asked last.
  func news() -> [News] {
    box.withLock { box in
      defer { box.news = [] }
      return box.news
    }
  }
}
