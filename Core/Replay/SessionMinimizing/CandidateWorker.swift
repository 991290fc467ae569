import RecordCoding
import ReducerRuntime
package import ReplayCorpus
package import SessionReplay

extension SessionMinimizer {
  /// Returns the function that answers the requests of a search in a worker process.
  package static func evaluator(
    _ replayer: SessionReplayer<State, Action>, _ task: String
  ) -> ReplayWorker.Answering {
    let worker = CandidateWorker(replayer, CandidateTask(json: task))
    return { WorkerAnswer(worker.answer($0)) }
  }
}

final class CandidateWorker<State: Recordable, Action: Recordable> {
  private let replayer: SessionReplayer<State, Action>
  private let task: CandidateTask?
  private var evaluation: Swift.Result<CandidateJudge<State, Action>, MinimizerError>?

  init(_ replayer: SessionReplayer<State, Action>, _ task: CandidateTask?) {
    self.replayer = replayer
    self.task = task
  }

  func answer(_ json: String) -> [UInt8] {
    let reply: CandidateReply
    do throws(MinimizerError) {
      guard let request = CandidateRequest(json: json) else {
        throw MinimizerError(.workers("a request cannot be read"))
      }
      reply = try self.reply(to: request)
    } catch {
      reply = CandidateReply(outcome: .other(error.description), error: error.reason)
    }
    return reply.encoded
  }

  private func reply(to request: CandidateRequest) throws(MinimizerError) -> CandidateReply {
    let evaluation = try loaded.get()
    let done = CandidateOutcome.same(steps: request.candidate.stepCount)
    switch request.work {
    case .evaluate: return CandidateReply(outcome: evaluation.evaluate(request.candidate))
    case .settle:
      return CandidateReply(outcome: done, run: try evaluation.settle(request.candidate))
    case .checkAnswers(let last):
      let isPossible = try evaluation.keepsAnswers(request.candidate, through: last)
      return CandidateReply(outcome: isPossible ? done : .other("an effect gets another answer"))
    case .write(let path, let overwrite):
      try evaluation.write(request.candidate, to: path, overwrite: overwrite)
      return CandidateReply(outcome: done)
    case .followEffects(let last):
      var candidate = request.candidate
      try evaluation.followEffects(of: &candidate, through: last)
      return CandidateReply(outcome: done, followed: candidate)
    }
  }

  /// Created for the first request, because a crash while reading the log must count against it.
  private var loaded: Swift.Result<CandidateJudge<State, Action>, MinimizerError> {
    if let evaluation { return evaluation }
    let made: Swift.Result<CandidateJudge<State, Action>, MinimizerError>
    do throws(MinimizerError) {
      guard let task else { throw MinimizerError(.workers("the task cannot be read")) }
      made = .success(
        try CandidateJudge(replayer, path: task.path, goal: task.goal, through: task.last))
    } catch {
      made = .failure(error)
    }
    evaluation = made
    return made
  }
}
