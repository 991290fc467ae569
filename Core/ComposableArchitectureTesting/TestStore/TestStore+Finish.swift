import ComposableArchitecture

extension TestStore {
  /// Waits until all effects have ended, and fails if they do not in time or if actions are left.
  ///
  /// Effects that do not end are cancelled, so that each is reported once.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
    await journal.news.wait(atMost: timeout ?? self.timeout) { engine.hasEffects }
    for failure in Self.leftovers(journal: journal, steps: engine.stepsWithEffects) {
      report(failure, at: place)
    }
    engine.cancelEffects()
  }
}
