import ComposableArchitecture

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
    let actions = journal.takeAllReceived()
    return (actions.isEmpty ? [] : [.unhandled(actions)])
      + journal.actions(of: steps).map { .effectStillRunning($0) }
  }
}
