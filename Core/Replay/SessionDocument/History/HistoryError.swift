import Platform
import SessionLog
package import SessionModel

package enum HistoryError: Error, Equatable, Sendable {
  /// The log's level does not store states.
  case noStates(log: String, level: RecordingLevel)
  /// The log ended before its first state.
  case empty(log: String)
  case noSuchStep(log: String, step: UInt64, steps: ClosedRange<UInt64>?)
  /// The step was lost before the log was recovered.
  case lost(log: String, step: UInt64)
  /// The app ended while reducing the step. There is no state after it.
  case unfinished(log: String, step: UInt64)
}

extension HistoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noStates(let log, let level):
      """
      '\(log.visible)' has level '\(level.rawValue)' and does not contain the changes of each \
      step; record the session with level 'steps'
      """
    case .empty(let log):
      "'\(log.visible)' contains no state; record it again"
    case .noSuchStep(let log, let step, let steps?):
      "'\(log.visible)' has no step \(step), only steps \(steps.lowerBound) to \(steps.upperBound)"
    case .noSuchStep(let log, let step, nil):
      "'\(log.visible)' has no step \(step), because it has no steps; record it again"
    case .lost(let log, let step):
      """
      step \(step) was lost before '\(log.visible)' was recovered; choose a step before or after \
      the gap
      """
    case .unfinished(let log, let step):
      """
      the app ended while it was reducing step \(step) of '\(log.visible)', so there is no state \
      after it; choose step \(step - 1)
      """
    }
  }
}

extension SessionReader {
  package var stepNumbers: ClosedRange<UInt64>? {
    guard let first = log.blocks.first(where: { $0.stepCount > 0 })?.firstStep else { return nil }
    return first...log.lastStep
  }

  func holds(step: UInt64) -> Bool { block(ofStep: step) != nil }

  func block(ofStep step: UInt64) -> Int? {
    var (low, high) = (0, log.blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if log.blocks[middle].lastStep < step { low = middle + 1 } else { high = middle }
    }
    guard low < log.blocks.count, log.blocks[low].firstStep <= step else { return nil }
    return low
  }

  package func requireStates() throws(HistoryError) {
    guard header.level != .actions else { throw .noStates(log: log.path, level: header.level) }
    guard !log.blocks.isEmpty else { throw .empty(log: log.path) }
  }

  /// Throws if the log lacks the state after a step. The state before the first step always exists.
  package func requireState(after step: UInt64) throws {
    try requireStates()
    // A ring buffer has lost the steps before its first, and the initial state with them.
    let start = (log.blocks.first?.firstStep ?? 1) - 1
    guard step != start else { return }
    try require(step: step)
    guard step <= (try lastWholeStep()) else {
      throw HistoryError.unfinished(log: log.path, step: step)
    }
  }

  package func require(step: UInt64) throws(HistoryError) {
    guard let numbers = stepNumbers, numbers.contains(step) else {
      throw .noSuchStep(log: log.path, step: step, steps: stepNumbers)
    }
    guard holds(step: step) else { throw .lost(log: log.path, step: step) }
  }
}
