package import SessionLog

/// What is wrong with the program, as a log has shown.
package enum LogCheckFailure: Error, Equatable {
  /// The log to be checked cannot be written.
  case cannotWrite(path: String)
  /// The middle of the log is said to lie behind its last step.
  case cursorTooFar(step: UInt64, last: UInt64)
  /// What was recovered, or what it was recovered from, cannot be opened.
  case recoveredUnreadable(path: String)
  /// What was recovered is not whole.
  case recoveredDamaged(LogDamage)
  /// What was recovered has not as many steps as recovery told.
  case recoveryMiscounts(told: UInt64, found: UInt64)
  /// What was recovered has fewer steps than were whole before.
  case recoveryLoses(whole: UInt64, kept: UInt64)
  /// What was recovered is not recovered as it is.
  case recoveredOtherwise
  /// What was brought up to date differs from what this build does; the verdict.
  case updatedDiffers(String)
}
