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
