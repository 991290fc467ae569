import DependencyInjection
/// How much a test store wants a test to assert.
///
///     testStore.exhaustivity = .off(showSkippedAssertions: true)
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of the state, every action of an effect and the end of every effect.
  case on

  /// Only what the test chooses to assert; what it skips can be shown without failing the test.
  case off(showSkippedAssertions: Bool)

  /// Only what the test chooses to assert, without a word about the rest.
  public static let off = Self.off(showSkippedAssertions: false)
}

extension TestStore {
  /// Runs a part of a test under another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous part of a test under another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Reports what an exhaustive test has to assert: as a failure, as a note or not at all.
  func report(_ failure: StepFailure<State, Action>, at location: CodeLocation) {
    location.report(failure, exhaustivity)
  }
}

extension CodeLocation {
  /// Reports what an exhaustive test has to assert: as a failure, as a note or not at all.
  func report(_ failure: some CustomStringConvertible, _ exhaustivity: Exhaustivity) {
    switch exhaustivity {
    case .on: report(failure)
    case .off(showSkippedAssertions: true): note("Skipped assertions:\n\n\(failure)")
    case .off: break
    }
  }
}

extension TestStore {
  /// Passes over the actions that effects have sent and that the test does not assert.
  ///
  /// The state is then the one after the last of them. A strict skip fails if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await settleEffects()
    if journal.received.isEmpty {
      if strict { location.report(SkipFailure.noReceivedActions) }
      return
    }
    if case .off(showSkippedAssertions: true) = exhaustivity {
      report(.skippedActions(journal.received.map(\.action)), at: location)
    }
    skipReceived()
    await settleEffects()
  }

  /// Cancels the effects that are under way and that the test does not wait for.
  ///
  /// Actions that they send afterwards are ignored. A strict skip fails if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await settleEffects()
    let running = journal.actions(of: engine.stepsWithUncancelledEffects)
    if running.isEmpty, strict { location.report(SkipFailure.noEffects) }
    if case .off(showSkippedAssertions: true) = exhaustivity {
      for action in running { report(.effectStillRunning(action), at: location) }
    }
    engine.cancelEffects()
    await settleEffects()
  }

  /// Takes over the state after all actions that effects have sent so far.
  func skipReceived() {
    if let last = journal.received.last {
      state = last.after
      journal.endAssertion(of: last.number)
    }
    _ = journal.takeAllReceived()
  }
}

/// A strict skip of what is not there.
enum SkipFailure: CustomStringConvertible {
  /// No action waits to be received.
  case noReceivedActions
  /// No effect is under way.
  case noEffects

  var description: String {
    switch self {
    case .noReceivedActions:
      """
      There were no received actions to skip.

      If there may be none, skip with "strict: false".
      """
    case .noEffects:
      """
      There were no in-flight effects to skip.

      If there may be none, skip with "strict: false".
      """
    }
  }
}
