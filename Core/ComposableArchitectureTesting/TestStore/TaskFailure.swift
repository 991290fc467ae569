/// What a test finds wrong with the effects that one action started.
enum TaskFailure {
  /// The effects have not ended in time.
  case stillInFlight(timeout: Duration)
  /// The effects have not ended in time though they were cancelled.
  case cancelledInVain(timeout: Duration)
}
