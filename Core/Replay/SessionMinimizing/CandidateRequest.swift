import Foundation
import ReplayCorpus

struct CandidateRequest: CandidateMessage {
  enum Work: Codable {
    case evaluate
    /// Runs an edited session until something differs from the candidate.
    case settle
    /// Finds out whether the effects of the candidate, up to a step, still send the kept actions.
    case checkAnswers(through: Int?)
    /// Writes the log of the candidate.
    case write(path: String, overwrite: Bool)
    /// Updates the events of the candidate, up to a step, to match its effects.
    case followEffects(through: Int?)
  }

  let candidate: SessionCandidate
  let work: Work
}

/// A message to a worker process, sent as JSON.
protocol CandidateMessage: Codable {}

extension CandidateMessage {
  init?(json: String) {
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = message
  }

  var json: String {
    // Numbers and strings always encode.
    let json = (try? JSONEncoder().encode(self)) ?? Data()
    return String(decoding: json, as: UTF8.self)
  }
}

struct CandidateReply: WorkerReport {
  var outcome: CandidateOutcome
  /// The candidate with the events of its effects, if the request was for them.
  var followed: SessionCandidate?
  /// The run of an edited session, if the request was for it.
  var run: EditedRun?
  var error: MinimizerError.Reason?
}

extension CandidateReply {
  init(path: String, failure: String) {
    self.init(outcome: .other(failure), error: .workers(failure))
  }
}

struct CandidateTask: CandidateMessage {
  let path: String
  let goal: MinimizerGoal
  let last: UInt64?
}

protocol CandidateEvaluator: AnyObject {
  var width: Int { get }
  /// Returns whether the effects of a candidate, up to a step, still send all actions that the
  /// candidate keeps.
  func keepsAnswers(
    _ candidate: SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> Bool
  /// Updates the events of a candidate, up to a step, to match its effects. If the effects cannot
  /// be run, leaves out its calls and returns the reason.
  func followEffects(
    of candidate: inout SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> String?
  /// Runs an edited session until something differs from its candidate.
  func settle(_ candidate: SessionCandidate) throws(MinimizerError) -> EditedRun
  /// Returns outcomes in order, up to the first accepted one; fewer if interrupted.
  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome]
  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool) throws(MinimizerError)
}
