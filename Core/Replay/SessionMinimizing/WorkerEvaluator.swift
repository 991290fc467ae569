import ReplayCorpus
import SessionReplay

/// An evaluator that runs the app in workers. A crash fails only one candidate.
final class WorkerEvaluator: CandidateEvaluator {
  let width: Int
  private let pool: ProcessPool<CandidateReply>
  private let shouldContinue: () -> Bool

  /// Creates an evaluator; `actionNames` returns the text of the action of a candidate's step.
  init(
    _ settings: WorkerSettings, _ task: CandidateTask, jobs: Int,
    actionNames: @escaping (SessionCandidate, Int) -> String,
    while shouldContinue: @escaping () -> Bool
  ) {
    width = max(1, jobs)
    self.shouldContinue = shouldContinue
    pool = ProcessPool(settings, candidates: task.json, jobs: width) { json, end in
      CandidateReply(to: CandidateRequest(json: json), end, task.goal, actionNames)
    }
  }

  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome] {
    var replies: [Int: CandidateReply] = [:]
    var isFound = false
    let requests = candidates.map { CandidateRequest(candidate: $0, work: .evaluate).json }
    let source = RequestSource(
      requests, until: { [shouldContinue] in isFound || !shouldContinue() })
    for (index, reply) in pool.results(of: source) {
      replies[index] = reply
      if reply.outcome.isSame { isFound = true }
    }
    var outcomes: [CandidateOutcome] = []
    while let reply = replies[outcomes.count], outcomes.last?.isSame != true {
      if let error = reply.error { throw MinimizerError(error) }
      outcomes.append(reply.outcome)
    }
    return outcomes
  }

  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool
  ) throws(MinimizerError) {
    let reply = try reply(
      to: CandidateRequest(
        candidate: candidate, work: .write(path: path, overwrite: overwrite)))
    if case .other(let reason) = reply.outcome { throw MinimizerError(.notWritten(reason)) }
  }

  func settle(_ candidate: SessionCandidate) throws(MinimizerError) -> EditedRun {
    let reply = try reply(to: CandidateRequest(candidate: candidate, work: .settle))
    if let run = reply.run { return run }
    guard case .other(let reason) = reply.outcome else { return EditedRun() }
    throw MinimizerError(.workers(reason))
  }

  func keepsAnswers(
    _ candidate: SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> Bool {
    try reply(to: CandidateRequest(candidate: candidate, work: .checkAnswers(through: last)))
      .outcome.isSame
  }

  func followEffects(
    of candidate: inout SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> String? {
    let reply = try reply(
      to: CandidateRequest(candidate: candidate, work: .followEffects(through: last)))
    if let followed = reply.followed { candidate = followed } else { candidate.omitsCalls = true }
    if case .other(let reason) = reply.outcome { return reason }
    return nil
  }

  private func reply(to request: CandidateRequest) throws(MinimizerError) -> CandidateReply {
    guard let (_, reply) = pool.results(of: RequestSource([request.json])).next() else {
      throw MinimizerError(.workers("a request has no reply"))
    }
    if let error = reply.error { throw MinimizerError(error) }
    return reply
  }
}

extension CandidateReply {
  /// Creates a reply for a worker that ended; a crash that the goal describes is accepted.
  fileprivate init(
    to request: CandidateRequest?, _ end: WorkerEnd, _ goal: MinimizerGoal,
    _ actionNames: (SessionCandidate, Int) -> String
  ) {
    let crash = end.crash
    let place = crash.effect.map { " in effect \($0) of step \(crash.step)" } ?? ""
    outcome = .other("the app ended\(place): \(crash)")
    let step = Int(clamping: end.step)
    guard let request, crash.effect == nil, step > 0, step <= request.candidate.stepCount
    else { return }
    if case .settle = request.work { run = EditedRun(crash: .init(step: step, text: "\(crash)")) }
    guard case .evaluate = request.work else { return }
    switch goal {
    case .anyCrash: outcome = .same(steps: step)
    case .crash(let key):
      var crash = crash
      crash.action = actionNames(request.candidate, step)
      if VerdictKey(crash) == key { outcome = .same(steps: step) }
    case .divergence, .end, .condition, .call: break
    }
  }
}
