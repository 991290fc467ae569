public import ComposableArchitecture

extension TestStore {
  /// Asserts that an effect sends an action next, and how the state changes.
  ///
  /// Waits until an action arrives, or until no effect is left that could send one, at most for the
  /// timeout.
  public func receive(
    _ expectedAction: Action, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where State: Equatable, Action: Equatable {
    let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      expectedAction, timeout, updateStateToExpectedResult, at: place,
      where: { $0 == expectedAction })
  }

  /// Asserts that an effect sends an action of a case next, and how the state changes.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where State: Equatable {
    let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = AnyCasePath(actionCase)
    await receive(
      nil, timeout, updateStateToExpectedResult, at: place,
      where: { path.extract(from: $0) != nil })
  }

  /// Asserts that an effect sends an action of a case with a value next, and how the state changes.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where State: Equatable {
    let place = TestLine(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = AnyCasePath(actionCase)
    await receive(
      path.embed(value), timeout, updateStateToExpectedResult, at: place,
      where: { path.extract(from: $0) == value })
  }

  private func receive(
    _ expected: Action?, _ timeout: Duration?, _ update: ((inout State) throws -> Void)?,
    at place: TestLine, where isExpected: (Action) -> Bool
  ) async where State: Equatable {
    let timeout = timeout ?? self.timeout
    await journal.news.wait(atMost: timeout) { journal.received.isEmpty && engine.hasEffects }
    guard let step = journal.takeReceived() else {
      let running = journal.actions(of: engine.stepsWithUncancelledEffects)
      place.fail(
        StepFailure<State, Action>.nothingReceived(timeout: timeout, running: running))
      return
    }
    if isExpected(step.action) {
      assertChange(of: step, update, at: place)
    } else {
      // The change that the test expects belongs to another action.
      state = step.after
      place.fail(
        StepFailure<State, Action>.unexpectedAction(
          step.action, expected: expected,
          isLater: journal.received.contains { isExpected($0.action) }))
    }
    // The effect that sent the action may have no more to do than to end.
    await settleEffects()
  }
}
