/// What is asked of a worker that tries candidates.
struct CandidateRequest: Codable {
  let candidate: SessionCandidate
  /// The log to write; `nil` to try the candidate only.
  var output: String?
  var overwrite = false
}

/// What a worker answers.
struct CandidateReply: Codable {
  var outcome: CandidateOutcome
  var error: MinimizerError.Reason?
}

/// What workers are started with that try candidates.
struct CandidateTask: Codable {
  let path: String
  let goal: MinimizerGoal
  let last: UInt64?
}

/// Tries candidates, a few at a time.
protocol CandidateTrier: AnyObject {
  /// How many candidates are tried at the same time.
  var width: Int { get }
  /// What came of candidates, in their order, up to the first that is accepted; shorter than that if
  /// the trial was interrupted.
  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome]
  /// Writes a candidate as a log.
  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool) throws(MinimizerError)
}
