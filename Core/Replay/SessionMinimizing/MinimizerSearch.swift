import RecordCoding
import ReducerRuntime

/// A search that remembers refused candidates and reports the best session so far.
struct MinimizerSearch {
  private let evaluator: any CandidateEvaluator
  private let progress: (MinimizerProgress) -> Void
  private(set) var tried = 0
  /// Returns whether an accepted candidate could have happened.
  var isPossible: (SessionCandidate) throws(MinimizerError) -> Bool = { _ in true }

  init(_ evaluator: any CandidateEvaluator, _ progress: @escaping (MinimizerProgress) -> Void) {
    self.evaluator = evaluator
    self.progress = progress
  }

  mutating func run<State, Action>(
    from start: SessionCandidate, _ outline: SessionOutline, _ tape: SessionTape<State, Action>
  ) throws(MinimizerError) -> SessionCandidate {
    let memory = Memory()
    let (evaluator, progress, isPossible) = (evaluator, progress, isPossible)
    var best = start
    var shrinker = SessionShrinker(outline, from: start, width: 2 * evaluator.width) { candidates in
      let found = memory.first(of: candidates, evaluator, isPossible)
      if let found { best = candidates[found.index].prefix(found.steps) }
      progress(
        MinimizerProgress(
          steps: best.stepCount, actions: tape.userActions(of: best), tried: memory.tried))
      return found
    }
    shrinker.run()
    tried = memory.tried
    if let error = memory.error { throw error }
    return shrinker.best
  }

  private final class Memory {
    var refused: Set<SessionCandidate> = []
    var tried = 0
    var error: MinimizerError?

    /// Returns the first candidate that is accepted and possible.
    func first(
      of candidates: [SessionCandidate], _ evaluator: any CandidateEvaluator,
      _ isPossible: (SessionCandidate) throws(MinimizerError) -> Bool
    ) -> (index: Int, steps: Int)? {
      do throws(MinimizerError) {
        while error == nil, let found = try accepted(of: candidates, evaluator) {
          if try isPossible(candidates[found.index].prefix(found.steps)) { return found }
          refused.insert(candidates[found.index])
        }
      } catch {
        self.error = error
      }
      return nil
    }

    private func accepted(
      of candidates: [SessionCandidate], _ evaluator: any CandidateEvaluator
    ) throws(MinimizerError) -> (index: Int, steps: Int)? {
      let new = candidates.indices.filter { !refused.contains(candidates[$0]) }
      guard !new.isEmpty else { return nil }
      let outcomes = try evaluator.outcomes(of: new.map { candidates[$0] })
      tried += outcomes.count
      for (index, outcome) in zip(new, outcomes) {
        if case .same(let steps) = outcome { return (index, steps) }
        refused.insert(candidates[index])
      }
      return nil
    }
  }
}

extension SessionTape {
  func userActions(of candidate: SessionCandidate) -> Int {
    candidate.kept.reduce(0) { count, range in
      count + range.count { steps[$0].parent == nil }
    }
  }
}
