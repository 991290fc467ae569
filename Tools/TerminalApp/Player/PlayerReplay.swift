import ComposableArchitecture
import Dispatch
import Platform
import ReplayCorpus
import SessionLog
import SessionDocument
import SessionReplay

/// A replay on its own thread. If possible, workers determine the verdict and reduce the states
/// after a divergence, because the app may crash while it reduces.
final class PlayerReplay<State: Recordable, Action: Recordable>: Sendable {
  enum Update: Sendable {
    case state(PlayerReplayState)
    case pair(ReplayedPair?, after: UInt64)
    /// The replay has no state after a step, for the given reason.
    case problem(String, after: UInt64)
  }

  private struct Requests {
    var updates: [Update] = []
    /// The last step whose states were requested. A new request replaces earlier ones.
    var requestedStep: UInt64?
  }

  private let state = Mutex(Requests())
  private let requestSignal = DispatchSemaphore(value: 0)
  private let reader: SessionReader
  private let replayer: SessionReplayer<State, Action>
  private let workers: WorkerSettings?

  init(
    _ reader: SessionReader, with replayer: SessionReplayer<State, Action>,
    workers: WorkerSettings?
  ) {
    self.reader = reader
    self.replayer = replayer
    self.workers = workers
  }

  /// Starts the replay. `onUpdate` is called on its thread when there are updates.
  func start(onUpdate: @escaping @Sendable () -> Void) {
    ThreadPool(width: 1).add { [self] in
      var found: ReplayReport?
      CorpusReplay(jobs: 1, workers: workers).replay(
        PathList([reader.log.path]), with: replayer
      ) { found = $0 }
      let report = found ?? ReplayReport(path: reader.log.path, verdict: .failed("no result"))
      publish(.state(.done(report)), onUpdate)
      guard report.verdict.divergence != nil,
        let states = try? ReplayedStates(reader, with: replayer)
      else { return }
      let worker = workers.map { ReplayedStateWorker(path: reader.log.path, $0) }
      while true {
        requestSignal.wait()
        let requestedStep = state.withLock { state in
          defer { state.requestedStep = nil }
          return state.requestedStep
        }
        guard let requestedStep else { continue }
        publish(Self.update(after: requestedStep, states, worker), onUpdate)
      }
    }
  }

  private static func update(
    after step: UInt64, _ states: ReplayedStates<State, Action>, _ worker: ReplayedStateWorker?
  ) -> Update {
    let found: ReplayedStates<State, Action>.Pair?
    switch worker?.state(after: step) {
    case nil: found = states.pair(after: step)
    case .state(let bytes)?: found = states.pair(after: step, replayed: bytes)
    case .missing(let problem)?: return .problem(problem, after: step)
    }
    return .pair(
      found.map {
        ReplayedPair(recorded: $0.recorded, replayed: $0.replayed, header: $0.header)
      }, after: step)
  }

  private func publish(_ update: Update, _ onUpdate: () -> Void) {
    state.withLock { $0.updates.append(update) }
    onUpdate()
  }

  func requestStates(after step: UInt64) {
    state.withLock { $0.requestedStep = step }
    requestSignal.signal()
  }

  func takeUpdates() -> [Update] {
    state.withLock { state in
      defer { state.updates = [] }
      return state.updates
    }
  }
}
