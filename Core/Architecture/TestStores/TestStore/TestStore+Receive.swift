public import CaseKeyPaths
import DependencyInjection
package import Issues
import ReducerRuntime
import Scheduling

extension TestStore {
  /// Asserts that an effect sends an action next, and how the action changes the state.
  ///
  /// Waits until an action arrives, until no running effect can send one, or until the timeout has
  /// passed. In a non-exhaustive test, actions that arrive before the expected one are skipped.
  public func receive(
    _ expectedAction: Action, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      ActionExpectation(kind: .action(expectedAction)) { $0 == expectedAction }, timeout,
      updateStateToExpectedResult,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sends an action of a case next, and how the state changes.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      ActionExpectation(kind: .casePath) { path.extract(from: $0) != nil }, timeout,
      updateStateToExpectedResult,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sends an action of a case with a value next, and how the state changes.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let path = AnyCasePath(actionCase)
    await receive(
      ActionExpectation(kind: .action(path.embed(value))) { path.extract(from: $0) == value },
      timeout, updateStateToExpectedResult,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that the next action from an effect meets a condition, and how the state changes.
  public func receive(
    _ isMatching: (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await withoutActuallyEscaping(isMatching) { isMatching in
      await receive(
        ActionExpectation(kind: .predicate, matches: isMatching), timeout,
        updateStateToExpectedResult,
        at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  package func receive(
    _ expected: ActionExpectation<Action>, _ timeout: Duration?,
    _ update: ((inout State) throws -> Void)?, at location: CodeLocation
  ) async {
    let timeout = timeout ?? timeLimit
    await journal.updates.wait(atMost: timeout) { !hasReceived(expected) && engine.hasEffects }
    if exhaustivity != .on { skipReceived(before: expected, at: location) }
    guard let step = journal.takeReceived() else {
      let running = journal.actions(of: engine.stepsWithUncancelledEffects)
      fail(
        .nothingReceived(expected.kind, timeout: timeout, running: running),
        at: location)
      return
    }
    if expected.matches(step.action) {
      assertChange(of: step, update, at: location)
    } else {
      // The expected state change belongs to a different action.
      state = step.after
      journal.endAssertion(of: step.number)
      fail(
        .unexpectedAction(
          step.action, expected: expected.action,
          isLater: journal.received.contains { expected.matches($0.action) }),
        at: location)
    }
    // The effect that sent the action may be about to end.
    await runEffects()
  }

  private func hasReceived(_ expected: ActionExpectation<Action>) -> Bool {
    exhaustivity == .on
      ? !journal.received.isEmpty : journal.received.contains { expected.matches($0.action) }
  }

  private func skipReceived(before expected: ActionExpectation<Action>, at location: CodeLocation) {
    let count =
      journal.received.firstIndex { expected.matches($0.action) } ?? journal.received.count
    guard count > 0 else { return }
    let skipped = (0..<count).compactMap { _ in journal.takeReceived() }
    if let last = skipped.last {
      state = last.after
      journal.endAssertion(of: last.number)
    }
    report(.skippedActions(skipped.map(\.action)), at: location)
  }
}

package struct ActionExpectation<Action> {
  package enum Kind {
    case action(Action)
    case casePath
    case predicate
  }

  package let kind: Kind
  package let matches: (Action) -> Bool

  package init(kind: Kind, matches: @escaping (Action) -> Bool) {
    self.kind = kind
    self.matches = matches
  }

  package var action: Action? {
    guard case .action(let action) = kind else { return nil }
    return action
  }
}
