extension DependencyValues {
  /// Measures time and sleeps, also while the machine sleeps; fails in tests unless overridden.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// Measures time and sleeps, standing still while the machine sleeps; fails in tests likewise.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(of: "continuousClock") }
}

private enum SuspendingClockKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(of: "suspendingClock") }
}
