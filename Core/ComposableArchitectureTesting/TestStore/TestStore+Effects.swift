import ComposableArchitecture

extension TestStore {
  /// Lets effects start, and go on as long as each turn of the main actor brings news of them.
  ///
  /// Effects start on the main actor in their order, so one turn of it starts all of them. What waits
  /// for something else is not waited for, nor is an effect that sends without end.
  func settleEffects() async {
    for _ in 0..<100 where engine.hasEffects {
      let news = journal.newsCount
      await mainActorTurn()
      if journal.newsCount == news { return }
    }
  }

  /// Waits until the main actor has done what already waited for it.
  private func mainActorTurn() async {
    await Task { @MainActor in }.value
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
