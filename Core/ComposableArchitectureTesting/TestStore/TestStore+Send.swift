import ComposableArchitecture

extension TestStore {
  /// Sends an action as a user would, and asserts how the state changes.
  ///
  /// The closure is given the state before the action and must turn it into the one after it.
  /// Actions that effects sent must have been received before.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where State: Equatable {
    let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
    if !journal.received.isEmpty {
      place.fail(
        StepFailure<State, Action>.unhandledBeforeSend(journal.received.map(\.action)))
    }
    let task = engine.send(action)
    assertChange(of: journal.takeSent(), updateStateToExpectedResult, at: place)
    await settleEffects()
    return TestStoreTask(task: task, news: journal.news, timeout: timeout)
  }
}
