import ComposableArchitecture
import RecordCoding

/// An evaluator that runs the app in this process, which a crash of the app ends.
final class LocalEvaluator<State: Recordable, Action: Recordable>: CandidateEvaluator {
  let width = 1
  private let judge: CandidateJudge<State, Action>
  private let goesOn: () -> Bool

  init(_ judge: CandidateJudge<State, Action>, while goesOn: @escaping () -> Bool) {
    self.judge = judge
    self.goesOn = goesOn
  }

  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome] {
    var outcomes: [CandidateOutcome] = []
    for candidate in candidates where goesOn() {
      outcomes.append(judge.judge(candidate))
      if outcomes.last?.isSame == true { break }
    }
    return outcomes
  }

  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool
  ) throws(MinimizerError) {
    try judge.write(candidate, to: path, overwrite: overwrite)
  }
}
