import Foundation

struct CandidateRequest: CandidateMessage {
  let candidate: SessionCandidate
  /// The path of the log to write; `nil` only evaluates the candidate.
  var output: String?
  var overwrite = false
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
  /// Returns outcomes in order, up to the first accepted one; fewer if interrupted.
  func outcomes(of candidates: [SessionCandidate]) throws(MinimizerError) -> [CandidateOutcome]
  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool) throws(MinimizerError)
}
