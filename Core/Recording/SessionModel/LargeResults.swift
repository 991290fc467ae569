import RecordCoding

/// The large results of a log's calls, which later calls with the same result refer to.
package struct LargeResults: Sendable {
  /// The minimum number of bytes of a result that a later call can refer to.
  package static let minLength = 1 << 16

  private var results: [UInt64: [UInt8]] = [:]
  /// Whether results may be in blocks that the log lacks.
  private var mayBeLost: Bool

  package init(mayBeLost: Bool) {
    self.mayBeLost = mayBeLost
  }

  /// Notes that blocks are missing. They may have results.
  package mutating func noteGap() {
    mayBeLost = true
  }

  mutating func add(_ result: [UInt8], of call: UInt64) {
    if result.count >= Self.minLength { results[call] = result }
  }

  /// Returns the outcome of a call that has the same result as an earlier one.
  func outcome(sameAs call: UInt64) throws(BadBlock) -> CallOutcome {
    if let result = results[call] { return .value(result) }
    guard mayBeLost else { throw .event(.unknownResult(call)) }
    return .unknown
  }
}
