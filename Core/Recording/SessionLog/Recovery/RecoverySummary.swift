/// The results of a recovery: the log that was written, and the parts that were lost.
package struct RecoverySummary: Equatable, Sendable {
  package var log: LogSummary
  package var damage: LogDamage?
  /// The parts of the old file that were not kept, in order.
  package var losses: [LogLoss]
  package var unfinishedStep: UInt64?
  package var journalTear: JournalTear?

  package init(
    log: LogSummary, damage: LogDamage?, losses: [LogLoss], unfinishedStep: UInt64? = nil,
    journalTear: JournalTear? = nil
  ) {
    self.log = log
    self.damage = damage
    self.losses = losses
    self.unfinishedStep = unfinishedStep
    self.journalTear = journalTear
  }

  /// The number of lost steps, or `nil` if the damage hides it.
  package var lostSteps: UInt64? {
    journalTear != nil || losses.contains(where: \.mayBeMore)
      ? nil : losses.reduce(0) { $0 + $1.stepCount }
  }

  package var lostBytes: UInt64 { losses.reduce(0) { $0 + $1.bytes } }
}

/// A part of a damaged log that recovery could not keep.
package struct LogLoss: Equatable, Sendable {
  package var damage: LogDamage
  /// The offset of the first kept byte after the part, or of the end of the blocks.
  package var end: UInt64
  package var firstStep: UInt64
  /// The number of lost steps, as far as is known.
  package var stepCount: UInt64
  /// Whether more steps than `stepCount` may be lost, because the damage hides their number.
  package var mayBeMore: Bool

  package var bytes: UInt64 { end - min(damage.offset, end) }

  package init(
    damage: LogDamage, end: UInt64, firstStep: UInt64, stepCount: UInt64, mayBeMore: Bool
  ) {
    self.damage = damage
    self.end = end
    self.firstStep = firstStep
    self.stepCount = stepCount
    self.mayBeMore = mayBeMore
  }
}

extension LogLoss: CustomStringConvertible {
  package var description: String {
    "\(lostSteps), \(grouped(bytes)) \(bytes == 1 ? "byte" : "bytes") from offset "
      + "\(grouped(damage.offset)): \(damage.part): \(damage.cause)"
  }

  private var lostSteps: String {
    guard stepCount > 0 else { return mayBeMore ? "an unknown number of steps" : "no step" }
    let last = firstStep + (stepCount - 1)
    let range =
      stepCount == 1
      ? "step \(grouped(firstStep))" : "steps \(grouped(firstStep)) to \(grouped(last))"
    return mayBeMore ? "\(range) and perhaps more" : range
  }
}

/// A range of steps that a recovered log lacks, because they were damaged.
package struct LogGap: Equatable, Sendable {
  package var first: UInt64
  package var last: UInt64

  package init(first: UInt64, last: UInt64) {
    self.first = first
    self.last = last
  }
}

extension LogReader {
  package var gaps: [LogGap] {
    var end: UInt64 = 0
    var gaps: [LogGap] = []
    for block in blocks {
      if block.followsGap { gaps.append(LogGap(first: end + 1, last: block.firstStep - 1)) }
      end = block.lastStep
    }
    return gaps
  }

  /// Returns the number of step numbers before `step` that belong to no step of the log.
  package func missingSteps(before step: UInt64) -> UInt64 {
    blocks.last { $0.firstStep <= step }?.missingSteps ?? 0
  }
}
