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
    case .lostSteps(let path, let steps, let gaps):
      """
      \(path): \(steps.counted("step")) \(steps == 1 ? "is" : "are") lost in \
      \(UInt64(gaps).counted("gap")). Replay it without --strict, or record the session again.
      """
    }
  }
}

extension BadBlock: CustomStringConvertible {
  /// What is wrong.
  package var description: String {
    switch self {
    case .value(let error): error.description
    case .badStepCount(let count):
      "a chunk or a block claims to have \(count) steps, and may have 1 to \(StepChunk.maximumStepCount)"
    case .badRowCount(let count):
      "a chunk claims to have \(count) different steps, which is none or more than it has in all"
    case .unknownRow(let row): "a step refers to row \(row), which its chunk lacks"
    case .otherStepCount(let expected, let found):
      "it holds \(found) steps, and \(expected) according to its head"
    case .tooManyRepetitions(let length):
      "its steps come to \(length) bytes, and the state should have been written anew before"
    case .otherKeyframe: "its state is not the one that the steps before it led to"
    case .unknownFlags(let flags): "a step has the unknown flags \(flags)"
    case .badOrigin(let distance): "an effect claims to have been started \(distance) steps ago"
    case .tooManyDraws(let count):
      "a step has more than \(count) draws, too many for so short a block"
    case .unknownDraw(let kind): "a step drew from dependency \(kind), which the header lacks"
    case .unfinishedBeforeEnd: "the app ended in a step behind which others follow"
    case .trailingBytes(let count): "\(count) bytes are left after its last step"
    case .noKeyframe: "it has no state to begin with"
    }
  }
}
