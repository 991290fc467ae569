import DependencyInjection
import Issues
import ReducerRuntime
import Scheduling

extension TestStore {
  /// Lets effects run until none can proceed without a controlled clock, the test or an event.
  ///
  /// Endless effects aren't waited for, nor sleeps on immediate clocks that begin after the call.
  package func settleEffects() async {
    if engine.hasEffects { await work.settle() }
  }

  /// Lets effects run until none can proceed, or for a time that the seed determines.
  ///
  /// Once the sleeps on immediate clocks that began up to `lastSleep` have ended, no task begins
  /// before the test continues. An action that an effect sends after its sleep is processed, but
  /// the effects of that action haven't begun.
  package func runEffects(lastSleep: UInt64? = nil) async {
    guard engine.hasEffects else { return }
    if journal.updates.hasDrawnOrder {
      await Task.yield()
    } else {
      await work.settle(lastSleep: lastSleep, endsWithSleeps: true)
    }
  }

  /// Returns the failures at the end of a test, for unasserted changes of shared values, unreceived
  /// actions and effects still running.
  static func leftovers(
    _ engine: StoreEngine<State, Action>, _ journal: StepJournal<State, Action>, steps: [UInt64]
  ) -> [StepFailure<State, Action>] {
    let shared = unassertedShared(engine, journal)
    journal.endAssertion()
    let actions = journal.unreported
    return (shared.map { [$0] } ?? [])
      + (actions.isEmpty ? [] : [.unhandled(actions)])
      + journal.actions(of: steps).map { .effectStillRunning($0) }
  }
}

extension TestStore {
  /// Waits until all effects have ended, and fails if they don't end in time or actions are left.
  ///
  /// Effects that don't end in time are canceled, and are therefore reported only once. Actions
  /// that are left can still be received or skipped.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await journal.updates.wait(atMost: timeout ?? timeLimit) {
      engine.hasEffects(ofSteps: journal.hasUnskippedEffects)
    }
    for failure in Self.leftovers(engine, journal, steps: engine.stepsWithEffects) {
      report(failure, at: location)
    }
    if exhaustivity == .on { journal.noteReported() }
    engine.cancelEffects()
  }
}

extension TestStore {
  /// Whether the test's tasks execute serially on the main queue, which is the default.
  ///
  /// Set this to false if effects should run concurrently on other threads.
  public var useMainSerialExecutor: Bool {
    get { work.isSerial }
    set { work.isSerial = newValue }
  }
}
