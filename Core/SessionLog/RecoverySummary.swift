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
