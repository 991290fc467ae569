/// A failure of the program that a log has revealed.
package enum LogCheckFailure: Error, Equatable {
  case cannotWrite(path: String)
  /// A cursor in the middle of the log is at a step after the last one.
  case cursorTooFar(step: UInt64, last: UInt64)
  /// A recovered log, or its source, cannot be opened.
  case recoveredUnreadable(path: String)
  /// The recovered log differs from what was written. The value is the reason.
  case recoveredDiffers(String)
  /// The recovered log has a different number of steps than recovery reported.
  case recoveryMiscounts(reported: UInt64, found: UInt64)
  /// The recovered log has fewer steps than the intact part of its source.
  case recoveryLoses(whole: UInt64, kept: UInt64)
  /// Recovering the recovered log changes it.
  case recoveredOtherwise
  /// The updated log does not match what this build does. The value is the verdict.
  case updatedDiffers(String)
}
