/// A test used a clock that it does not expect to be used.
struct UnimplementedClockUse {
  /// The name of the clock.
  let clock: String
  /// What of the clock was used.
  let endpoint: String
}
