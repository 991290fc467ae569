import DependencyInjection
import Issues
import ReducerRuntime
/// The extent to which a test must assert the behavior of a test store.
///
///     testStore.exhaustivity = .off(showSkippedAssertions: true)
public enum Exhaustivity: Equatable, Sendable {
  /// The test must assert each state change, each action of an effect and the end of each effect.
  case on

  /// The test asserts what it chooses, and skipped assertions can be shown as notes.
  case off(showSkippedAssertions: Bool)

  /// The test asserts what it chooses, and skipped assertions aren't shown.
  public static let off = Self.off(showSkippedAssertions: false)
}

extension TestStore {
  /// Runs a part of a test with a different exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous part of a test with a different exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    defer { self.exhaustivity = outer }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Reports a failure in any case.
  func fail(_ failure: StepFailure<State, Action>, at location: CodeLocation) {
    location.report(Self.text(of: failure, seed))
  }

  /// Reports a missing assertion.
  func report(_ failure: StepFailure<State, Action>, at location: CodeLocation) {
    location.report(Self.text(of: failure, seed), exhaustivity)
  }

  nonisolated static func text(
    of failure: StepFailure<State, Action>, _ seed: UInt64?
  ) -> String {
    failure.description + (seed.map { "\n\nSeed: \($0)" } ?? "")
  }
}

extension CodeLocation {
  /// Reports a missing assertion as a failure, as a note or not at all, depending on exhaustivity.
  func report(_ failure: some CustomStringConvertible, _ exhaustivity: Exhaustivity) {
    switch exhaustivity {
    case .on: report(failure)
    case .off(showSkippedAssertions: true): note("Skipped assertions:\n\n\(failure)")
    case .off: break
    }
  }
}

extension TestStore {
  /// Skips the actions that effects have sent and that the test hasn't received.
  ///
  /// The state becomes the state after the last skipped action. A strict skip fails if there is
  /// none.
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

  /// Skips the assertion that the running effects end.
  ///
  /// They continue, and the test receives the actions that they send. A strict skip fails if no
  /// effects are running.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await settleEffects()
    let steps = engine.stepsWithUncancelledEffects
    let running = journal.actions(of: steps)
    if running.isEmpty, strict { location.report(SkipFailure.noEffects) }
    if case .off(showSkippedAssertions: true) = exhaustivity {
      for action in running { report(.effectStillRunning(action), at: location) }
    }
    journal.skip(effectsOf: steps)
  }

  /// Updates the state to the state after all actions that effects have sent so far.
  func skipReceived() {
    if let last = journal.received.last {
      state = last.after
      journal.endAssertion(of: last.number)
    }
    _ = journal.takeAllReceived()
  }
}

enum SkipFailure: CustomStringConvertible {
  case noReceivedActions
  case noEffects

  var description: String {
    switch self {
    case .noReceivedActions: "There were no received actions to skip."
    case .noEffects: "There were no in-flight effects to skip."
    }
  }
}
