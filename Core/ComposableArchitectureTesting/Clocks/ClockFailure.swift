/// What a test clock finds wrong with its use.
enum ClockFailure {
  /// The clock ran until the timeout was over, and there was always someone who slept.
  case stillSleeping(count: Int, timeout: Duration)
}
