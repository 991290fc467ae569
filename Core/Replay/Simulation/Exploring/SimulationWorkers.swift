import Foundation
package import RecordCoding
package import ReplayCorpus
import SessionLog
import SessionModel
package import SessionReplay

extension SimulationResult: WorkerReport {
  package init(path: String, failure: String) {
    self.init(SessionPlan(seed: 0), failure: .crash(failure, cause: failure))
  }
}

extension SimulationFailure {
  /// Creates the failure of a crash, with its message or cause and the function of the app.
  fileprivate init(_ crash: Crash) {
    var text = "\(crash)"
    if let frame = crash.frames.first {
      // The runtime's message begins with the location of a failed check.
      let isNamed = frame.location.map { text.hasPrefix("\($0):") } ?? false
      text += " in \(isNamed ? frame.function : "\(frame)")"
    }
    self = .crash(text, cause: crash.subject)
  }
}

/// Simulates sessions in worker processes. A crash of the app fails only one session.
@MainActor
package final class SimulationWorkers {
  /// The description of the task, by which a worker knows that it simulates.
  private nonisolated static let task = "simulate"

  private let pool: ProcessPool<SimulationResult>
  /// Saves the plans of sessions that end their workers.
  private let planFile: String
  /// The crashes whose plans were found. Further sessions with the same crash need none.
  private var known: [SimulationFailure] = []

  package init(_ settings: WorkerSettings, jobs: Int, planFile: String) {
    self.planFile = planFile
    pool = ProcessPool(settings, candidates: Self.task, jobs: jobs) { request, end in
      var result = SimulationResult(SessionPlan(seed: 0), failure: SimulationFailure(end.crash))
      if let request = SimulationRequest(json: request) {
        result.plan = request.plan
        result.seed = request.user ?? request.plan.seed
      }
      return result
    }
  }

  /// Returns the results of sessions in the order of their requests; `nil` for sessions that were
  /// not simulated when `isEnded` returned `true`.
  package func run(
    _ requests: [SimulationRequest], until isEnded: @escaping () -> Bool = { false }
  ) -> [SimulationResult?] {
    if requests.count == 1, requests[0].isOfFailure { return [run(alone: requests[0])] }
    let isCut = { requests.contains { !$0.isOfFailure } && isEnded() }
    let results = results(of: requests, until: isCut)
    return zip(requests, results).map { request, result in
      guard let result, let crash = result.failure, case .crash = crash, !request.isSurvey,
        !known.contains(where: { $0.isSame(as: crash) })
      else { return result }
      // Simulate the session again to find its plan.
      guard let again = run(alone: request), again.failure?.isSame(as: crash) == true else {
        return result
      }
      known.append(crash)
      return again
    }
  }

  /// Simulates a session whose plan outlives a crash.
  private func run(alone request: SimulationRequest) -> SimulationResult? {
    var request = request
    request.planFile = planFile
    try? FileManager.default.removeItem(atPath: planFile)
    let simulated = results(of: [request], until: { false })[0]
    guard var result = simulated, case .crash = result.failure else { return simulated }
    if let data = try? Data(contentsOf: URL(fileURLWithPath: planFile)),
      let saved = try? JSONDecoder().decode(SimulationResult.self, from: data)
    {
      (result.plan, result.deviated) = (saved.plan, saved.deviated)
    }
    return request.marksChoices ? recovered(result, at: request.log) : result
  }

  /// Converts the log that an ended worker left to a whole one, whose last step is unfinished.
  ///
  /// The log is whole if the replay that follows the session ended the worker.
  private func recovered(_ result: SimulationResult, at path: String) -> SimulationResult {
    let partial = LogFile.partialPath(for: path)
    var result = result
    let files = FileManager.default
    if !files.fileExists(atPath: partial), files.fileExists(atPath: path) {
      result.log = path
      return result
    }
    do throws(LogRecoveryError) {
      result.log = try recoverLog(
        from: partial, to: path, overwrite: true, readerOptions: .session
      ).log.path
      for leftover in [partial, LogFile.journalPath(forPartial: partial)] {
        try? FileManager.default.removeItem(atPath: leftover)
      }
    } catch {
      result.remarks.insert("the log of the crash cannot be recovered: \(error)")
    }
    return result
  }

  private func results(
    of requests: [SimulationRequest], until isEnded: @escaping () -> Bool
  ) -> [SimulationResult?] {
    var results = [SimulationResult?](repeating: nil, count: requests.count)
    let source = RequestSource(requests.map(\.json))
    for (index, result) in pool.results(of: source, abandonedIf: isEnded) {
      results[index] = result
    }
    return results
  }

  /// Returns the function that answers the requests of a task in a worker process; `nil` for a
  /// different kind of task.
  package nonisolated static func evaluator<State: Recordable, Action: Recordable>(
    _ task: String, _ progress: StepProgress?,
    _ simulation: @escaping @MainActor @Sendable () -> Simulation<State, Action>
  ) -> ReplayWorker.Answering? {
    guard task == self.task else { return nil }
    let shared = SharedSimulation {
      var simulation = simulation()
      simulation.progress = progress
      return simulation
    }
    return { json in
      MainThread.run { @MainActor in
        guard let request = SimulationRequest(json: json) else {
          let result = SimulationResult(path: "", failure: "a request cannot be read")
          return WorkerAnswer(result.encoded)
        }
        let result = await shared.simulation.run(request)
        if !request.marksChoices { try? FileManager.default.removeItem(atPath: request.log) }
        return WorkerAnswer(result.encoded, isLast: result.leavesWork)
      }
    }
  }
}

/// The simulation of a worker, which is created for its first session.
@MainActor
private final class SharedSimulation<State: Recordable, Action: Recordable> {
  private let make: @MainActor @Sendable () -> Simulation<State, Action>
  private(set) lazy var simulation = make()

  nonisolated init(_ make: @escaping @MainActor @Sendable () -> Simulation<State, Action>) {
    self.make = make
  }
}

extension SimulationRequest {
  var json: String {
    // Strings and numbers always encode. Keys are sorted, because requests must be the same each
    // time.
    (try? JSONEncoder.canonical.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  init?(json: String) {
    guard let request = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = request
  }
}
