import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Tries candidates in processes of their own, which stay from one candidate to the next.
final class CandidatePool: CandidateTrier {
  private static let watchInterval: Int32 = 100

  let width: Int
  private let settings: WorkerSettings
  private let task: WorkerTask
  private let goal: MinimizerGoal
  private let actionNames: (SessionCandidate, Int) -> String
  private let goesOn: () -> Bool
  private var workers: [WorkerProcess] = []
  private var replies: [Int: CandidateReply] = [:]
  private var requests: [Int: CandidateRequest] = [:]
  private var nextIndex = 0

  /// Prepares to try candidates in so many processes; `actionNames` tells the cases of the action of a
  /// candidate's step, from 1.
  init(
    _ settings: WorkerSettings, _ task: CandidateTask, jobs: Int,
    actionNames: @escaping (SessionCandidate, Int) -> String, while goesOn: @escaping () -> Bool
  ) {
    self.settings = settings
    self.task = WorkerTask(
      kind: .candidates, keepsGoing: false, isParanoid: false, isStrict: false,
      timeout: settings.timeout, memory: settings.memory, candidates: task)
    goal = task.goal
    width = max(1, jobs)
    self.actionNames = actionNames
    self.goesOn = goesOn
  }

  deinit {
    for worker in workers { worker.finish() }
  }

  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome] {
    let first = nextIndex
    nextIndex += candidates.count
    var waiting = Array(candidates.enumerated())[...]
    (replies, requests) = ([:], [:])
    defer { settle() }
    while true {
      var outcomes: [CandidateOutcome] = []
      while let reply = replies[first + outcomes.count], outcomes.count < candidates.count {
        if let error = reply.error { throw MinimizerError(error) }
        outcomes.append(reply.outcome)
        if reply.outcome.isSame { return outcomes }
      }
      guard outcomes.count < candidates.count, goesOn() else { return outcomes }
      // None is begun behind one that was accepted.
      let accepted = replies.filter { $0.value.outcome.isSame }.keys.min() ?? .max
      while let (index, candidate) = waiting.first, first + index < accepted,
        let worker = try idleWorker()
      {
        waiting.removeFirst()
        hand(first + index, CandidateRequest(candidate: candidate), to: worker)
      }
      receive()
    }
  }

  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool
  ) throws(MinimizerError) {
    settle()
    let index = nextIndex
    nextIndex += 1
    guard let worker = try idleWorker() else {
      throw MinimizerError(.workers("no worker process is left to write the smaller session"))
    }
    hand(
      index, CandidateRequest(candidate: candidate, output: path, overwrite: overwrite),
      to: worker)
    while replies[index] == nil { receive() }
    if let error = replies[index]?.error { throw MinimizerError(error) }
    if case .other(let reason) = replies[index]?.outcome {
      throw MinimizerError(.notWritten(reason))
    }
  }

  /// Lets go of what is not needed any more: the worker goes on when it has ended.
  private func settle() {
    while workers.contains(where: { !$0.logs.isEmpty }) { receive() }
  }

  private func hand(_ index: Int, _ request: CandidateRequest, to worker: WorkerProcess) {
    requests[index] = request
    // Made of numbers and texts, which always encode.
    let json = (try? JSONEncoder().encode(request)) ?? Data()
    worker.hand([(index, String(decoding: json, as: UTF8.self))])
  }

  private func idleWorker() throws(MinimizerError) -> WorkerProcess? {
    if let idle = workers.first(where: { $0.logs.isEmpty }) { return idle }
    guard workers.count < width else { return nil }
    do throws(WorkerStartError) {
      let worker = try WorkerProcess(settings.executable, task)
      workers.append(worker)
      return worker
    } catch {
      guard workers.isEmpty else { return nil }
      throw MinimizerError(.workers(error.description))
    }
  }

  private func receive() {
    var files = workers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    if poll(&files, nfds_t(files.count), Self.watchInterval) > 0 {
      for (worker, file) in zip(workers, files) where file.revents != 0 {
        let isAlive = worker.receive { index, bytes in
          replies[index] =
            (try? JSONDecoder().decode(CandidateReply.self, from: Data(bytes)))
            ?? CandidateReply(outcome: .other("a worker process sent what cannot be read"))
        }
        if !isAlive { bury(worker) }
      }
    }
    for worker in workers { worker.watch() }
  }

  /// A worker has ended: what a crash is looked for in tells whether it is the one.
  private func bury(_ worker: WorkerProcess) {
    workers.removeAll { $0 === worker }
    let left = worker.logs
    let (index, end) = worker.bury()
    for other in left {
      replies[other] =
        other == index
        ? reply(to: requests[other], end)
        : CandidateReply(outcome: .other("a worker process ended before it: \(end.cause)"))
    }
  }

  private func reply(to request: CandidateRequest?, _ end: WorkerEnd) -> CandidateReply {
    let other = CandidateReply(outcome: .other("the app ended: \(end.cause)"))
    guard let request, request.output == nil, end.step > 0 else { return other }
    let step = Int(clamping: end.step)
    guard step <= request.candidate.stepCount else { return other }
    var crash = Crash(
      step: end.step, cause: end.cause, message: end.messages.fatal, lastLine: end.messages.last,
      frames: end.frames)
    switch goal {
    case .anyCrash: return CandidateReply(outcome: .same(steps: step))
    case .crash(let key):
      crash.action = actionNames(request.candidate, step)
      return VerdictKey(crash) == key ? CandidateReply(outcome: .same(steps: step)) : other
    case .divergence, .condition: return other
    }
  }
}
