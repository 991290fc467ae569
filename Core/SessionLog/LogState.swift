/// Whether a log is whole, as far as can be told without inflating its blocks.
package enum LogState: Equatable, Sendable {
  /// The log was finished, and its index agrees with its length.
  case whole
  /// The log is not whole; the blocks before the damage can be read.
  case damaged(LogDamage)
}
