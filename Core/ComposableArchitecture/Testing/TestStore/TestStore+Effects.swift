import DependencyInjection

extension TestStore {
  /// Lets effects start and go on until none of them can proceed.
  ///
  /// An effect that waits for a controlled clock, for the test or for something from outside is not
  /// waited for, nor is one that goes on without end. Costs nothing if no effect is under way.
  func settleEffects() async {
    if engine.hasEffects { await work.settle() }
  }

  /// What fails a test at its end: actions not received, and effects, by the steps that began them.
  static func leftovers(
    journal: StepJournal<State, Action>, steps: [UInt64]
  ) -> [StepFailure<State, Action>] {
    let shared = journal.sharedView().differences
    journal.endAssertion()
    let actions = journal.takeAllReceived()
    return (shared.isEmpty ? [] : [.unassertedSharedAtEnd(shared)])
      + (actions.isEmpty ? [] : [.unhandled(actions)])
      + journal.actions(of: steps).map { .effectStillRunning($0) }
  }
}

extension TestStore {
  /// Waits until all effects have ended, and fails if they do not in time or if actions are left.
  ///
  /// Effects that do not end are cancelled, so that each is reported once.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await journal.news.wait(atMost: timeout ?? timeLimit) { engine.hasEffects }
    for failure in Self.leftovers(journal: journal, steps: engine.stepsWithEffects) {
      report(failure, at: location)
    }
    engine.cancelEffects()
  }
}

extension TestStore {
  /// Whether the test's tasks run on the main queue, one by one, in their order; they do by default.
  ///
  /// Turn it off where effects are to run at the same time, on threads of their own.
  public var useMainSerialExecutor: Bool {
    get { work.isSerial }
    set { work.isSerial = newValue }
  }
}
