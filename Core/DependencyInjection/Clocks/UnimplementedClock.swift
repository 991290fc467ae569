/// A clock that fails the test that uses it: it stands still, and its sleeps end at once.
struct UnimplementedClock: Clock {
  private let dependency: UnimplementedDependency
  private let placeholder = ImmediateClock()

  /// The clock that stands for a property of `DependencyValues`.
  init(of name: String) {
    dependency = UnimplementedDependency(name, example: "ImmediateClock()")
  }

  var now: ImmediateClock<Duration>.Instant {
    dependency.report()
    return placeholder.now
  }

  var minimumResolution: Duration {
    dependency.report()
    return placeholder.minimumResolution
  }

  func sleep(
    until deadline: ImmediateClock<Duration>.Instant, tolerance: Duration?
  ) async throws {
    dependency.report()
    try await placeholder.sleep(until: deadline, tolerance: tolerance)
  }
}
