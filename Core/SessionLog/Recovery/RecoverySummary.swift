/// What recovery kept of a log and what it left behind.
package struct RecoverySummary: Equatable, Sendable {
  /// The log that was written.
  package var log: LogSummary
  /// The first damage of the old one; `nil` if it was whole.
  package var damage: LogDamage?
  /// Each part of the old file that was not kept, in order.
  package var losses: [LogLoss]
  /// The number of the step that was being reduced when the app ended, if it was reducing one.
  package var unfinishedStep: UInt64?
  /// Where the journal cannot be read on, if it cannot.
  package var journalTear: JournalTear?

  /// Describes a recovery by all its parts.
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

  /// How many steps were lost; `nil` if the damage hides how many there were.
  package var lostSteps: UInt64? {
    journalTear != nil || losses.contains(where: \.mayBeMore)
      ? nil : losses.reduce(0) { $0 + $1.stepCount }
  }

  /// How many bytes of the old file were not kept.
  package var lostBytes: UInt64 { losses.reduce(0) { $0 + $1.bytes } }
}

/// A part of a damaged log that recovery could not keep.
package struct LogLoss: Equatable, Sendable {
  /// What is wrong there, and where it begins.
  package var damage: LogDamage
  /// The offset of the first byte after it that was kept, or of the end of the blocks.
  package var end: UInt64
  /// The number of the first step that is lost, if one is.
  package var firstStep: UInt64
  /// How many steps are lost, as far as is known.
  package var stepCount: UInt64
  /// Whether more steps may be lost than `stepCount`: the damage hides how many there were.
  package var mayBeMore: Bool

  /// How many bytes of the file were not kept.
  package var bytes: UInt64 { end - min(damage.offset, end) }

  /// Describes a loss by all its parts.
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
  /// Says which steps and bytes are lost, and why.
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

  /// How many of the numbers before a step are of no step of the log.
  package func missingSteps(before step: UInt64) -> UInt64 {
    blocks.last { $0.firstStep <= step }?.missingSteps ?? 0
  }
}
