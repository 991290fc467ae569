extension TestStore {
  /// Runs a part of a test under another exhaustivity.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous part of a test under another exhaustivity.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Reports what an exhaustive test has to assert: as a failure, as a note or not at all.
  func report(_ failure: StepFailure<State, Action>, at place: TestLine) {
    place.report(failure, exhaustivity)
  }
}

extension TestLine {
  /// Reports what an exhaustive test has to assert: as a failure, as a note or not at all.
  func report(_ failure: some CustomStringConvertible, _ exhaustivity: Exhaustivity) {
    switch exhaustivity {
    case .on: fail(failure)
    case .off(showSkippedAssertions: true): note("Skipped assertions: …\n\n\(failure)")
    case .off: break
    }
  }
}
