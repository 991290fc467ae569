import Foundation
package import RecordCoding
import SessionLog
import SessionDocument
package import SessionReplay

/// The states of a log in a replay, reduced in a worker process: if the app crashes after a
/// difference, only that process ends.
package final class ReplayedStateWorker {
  package enum Answer: Sendable {
    /// The bytes of the state after the step.
    case state([UInt8])
    /// The replay doesn't reach the step, or the worker failed, for the given reason.
    case missing(String)
  }

  /// The description of a log's states for a worker.
  private struct Request: Codable {
    let statesOf: String
  }

  private let pool: ProcessPool<Reply>?

  package init(path: String, _ settings: WorkerSettings) {
    let json = try? JSONEncoder().encode(Request(statesOf: path))
    pool = json.map {
      ProcessPool(settings, candidates: String(decoding: $0, as: UTF8.self), jobs: 1) { _, end in
        Reply(state: nil, problem: Self.text(of: end))
      }
    }
  }

  /// Waits for the state after a step. The worker keeps running for the next one.
  package func state(after step: UInt64) -> Answer {
    guard let reply = pool?.results(of: RequestSource(["\(step)"])).next()?.1 else {
      return .missing("no worker process answered")
    }
    if let state = reply.state { return .state([UInt8](state)) }
    return .missing(reply.problem ?? "the replay doesn't reach the step")
  }

  private static func text(of end: WorkerEnd) -> String {
    let crash = end.crash
    let place = end.step > 0 ? "at step \(end.step)" : "outside its steps"
    return "the app crashed \(place): \(crash)"
  }

  /// Returns the function that answers requests for states in a worker process; `nil` for a
  /// different kind of task.
  package static func evaluator<State: Recordable, Action: Recordable>(
    _ replayer: SessionReplayer<State, Action>, _ task: String
  ) -> ReplayWorker.Answering? {
    guard let request = try? JSONDecoder().decode(Request.self, from: Data(task.utf8)) else {
      return nil
    }
    var states: ReplayedStates<State, Action>?
    return { text in
      // Opened for the first request, because a crash while reading the log must count against it.
      if states == nil, let reader = try? SessionReader(path: request.statesOf) {
        states = try? ReplayedStates(reader, with: replayer)
      }
      let bytes = UInt64(text).flatMap { states?.replayedBytes(after: $0) }
      return WorkerAnswer(Reply(state: bytes.map { Data($0) }, problem: nil).encoded)
    }
  }
}

private struct Reply: WorkerReport {
  let state: Data?
  let problem: String?

  init(state: Data?, problem: String?) {
    (self.state, self.problem) = (state, problem)
  }

  init(path: String, failure: String) {
    self.init(state: nil, problem: failure)
  }
}
