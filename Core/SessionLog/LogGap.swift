/// Steps that a recovered log lacks: the ones that were damaged when it was recovered.
package struct LogGap: Equatable, Sendable {
  /// The number of the first step that is lost.
  package var first: UInt64
  /// The number of the last step that is lost.
  package var last: UInt64

  /// Describes a gap by both its ends.
  package init(first: UInt64, last: UInt64) {
    self.first = first
    self.last = last
  }
}

extension LogReader {
  /// The gaps between the blocks, in order.
  package var gaps: [LogGap] {
    var end: UInt64 = 0
    var gaps: [LogGap] = []
    for block in blocks {
      if block.followsGap { gaps.append(LogGap(first: end + 1, last: block.firstStep - 1)) }
      end = block.lastStep
    }
    return gaps
  }

  /// How many steps are lost before one.
  package func lostSteps(before step: UInt64) -> UInt64 {
    blocks.last { $0.firstStep <= step }?.lostSteps ?? 0
  }
}
