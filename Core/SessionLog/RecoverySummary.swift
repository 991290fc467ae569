/// What recovery kept of a log and what it left behind.
package struct RecoverySummary: Equatable, Sendable {
  /// The log that was written.
  package var log: LogSummary
  /// The first damage of the old one; `nil` if it was whole.
  package var damage: LogDamage?
  /// How many steps were lost; `nil` if the damage hides how many there were.
  package var lostSteps: UInt64?
  /// How many bytes of the old file, from the damage on, were not read as steps.
  package var lostBytes: UInt64

  /// Describes a recovery by all its parts.
  package init(log: LogSummary, damage: LogDamage?, lostSteps: UInt64?, lostBytes: UInt64) {
    self.log = log
    self.damage = damage
    self.lostSteps = lostSteps
    self.lostBytes = lostBytes
  }
}
