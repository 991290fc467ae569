import RecordCoding
import SessionLog

extension SessionReadError: CustomStringConvertible {
  /// What is wrong with the log, where, and what can be done.
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
    }
  }
}

extension BadBlock: CustomStringConvertible {
  /// What is wrong.
  package var description: String {
    switch self {
    case .value(let error): error.description
    case .unknownFlags(let flags): "a step has the unknown flags \(flags)"
    case .badOrigin(let distance): "an effect claims to have been started \(distance) steps ago"
    case .unknownDraw(let kind): "a step drew from dependency \(kind), which the header lacks"
    case .trailingBytes(let count): "\(count) bytes are left after its last step"
    case .noKeyframe: "it has no state to begin with"
    }
  }
}
