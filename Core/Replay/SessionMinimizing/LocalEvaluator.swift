import RecordCoding
import ReducerRuntime

/// An evaluator that runs the app in this process, which a crash of the app ends.
final class LocalEvaluator<State: Recordable, Action: Recordable>: CandidateEvaluator {
  let width = 1
  private let evaluation: CandidateJudge<State, Action>
  private let shouldContinue: () -> Bool

  init(_ evaluation: CandidateJudge<State, Action>, while shouldContinue: @escaping () -> Bool) {
    self.evaluation = evaluation
    self.shouldContinue = shouldContinue
  }

  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome] {
    var outcomes: [CandidateOutcome] = []
    for candidate in candidates where shouldContinue() {
      outcomes.append(evaluation.evaluate(candidate))
      if outcomes.last?.isSame == true { break }
    }
    return outcomes
  }

  func settle(_ candidate: SessionCandidate) throws(MinimizerError) -> EditedRun {
    try evaluation.settle(candidate)
  }

  func keepsAnswers(
    _ candidate: SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> Bool {
    try evaluation.keepsAnswers(candidate, through: last)
  }

  func followEffects(
    of candidate: inout SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> String? {
    try evaluation.followEffects(of: &candidate, through: last)
    return nil
  }

  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool
  ) throws(MinimizerError) {
    try evaluation.write(candidate, to: path, overwrite: overwrite)
  }
}
