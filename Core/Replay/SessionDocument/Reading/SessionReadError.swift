import RecordCoding
package import SessionLog
package import SessionModel

package enum SessionReadError: Error, Equatable, Codable, Sendable {
  /// The file is not a complete log.
  case log(LogReaderError)
  /// The header is JSON, but not the header of a session.
  case badHeader(path: String, description: String)
  /// A block is intact, but does not contain steps of the header's schema.
  case badBlock(path: String, block: Int, offset: UInt64, wholeSteps: UInt64, BadBlock)
  /// Steps are lost in gaps, but the caller requires every step.
  case lostSteps(path: String, steps: UInt64, gaps: Int)
}

extension SessionReadError {
  /// Whether the file isn't a log, or has no readable header. It then has no step to show.
  package var isOfWholeFile: Bool {
    switch self {
    case .log(.damaged), .log(.newerFormat), .badBlock, .lostSteps: false
    case .log, .badHeader: true
    }
  }
}

extension SessionReadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .log(let error):
      error.description
    case .badHeader(let path, let description):
      "\(path): the header is not that of a session: \(description)"
    case .badBlock(let path, let block, let offset, let wholeSteps, let cause):
      """
      \(path): block \(block) at offset \(offset) cannot be read: \(cause). \
      The \(wholeSteps) steps before it are whole.
      """
    case .lostSteps(let path, let steps, let gaps):
      """
      \(path): \(steps.counted("step")) \(steps == 1 ? "is" : "are") lost in \
      \(UInt64(gaps).counted("gap")). Replay it without --strict, or record the session again.
      """
    }
  }
}

extension UInt64 {
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? "\(noun)s")"
  }
}
