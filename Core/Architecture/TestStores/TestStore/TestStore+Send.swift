public import CaseKeyPaths
import DependencyInjection
package import Issues
import ReducerRuntime
import Scheduling

extension TestStore {
  /// Sends an action as a user would, and asserts how the state changes.
  ///
  /// The closure receives the state before the action, and must change it to the state after the
  /// action. In a non-exhaustive test, the closure receives the state after the action, and only
  /// the values that it sets are asserted. All actions from effects must already have been
  /// received.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await send(action, updateStateToExpectedResult, at: location)
  }

  /// Sends the action of a case without an associated value, and asserts how the state changes.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await send(AnyCasePath(action).embed(()), updateStateToExpectedResult, at: location)
  }

  /// Sends the action of a case with an associated value, and asserts how the state changes.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await send(AnyCasePath(action).embed(value), updateStateToExpectedResult, at: location)
  }

  package func send(
    _ action: Action, _ update: ((inout State) throws -> Void)?, at location: CodeLocation
  ) async -> TestStoreTask {
    guard !isDismissed else {
      fail(.dismissed, at: location)
      return TestStoreTask(task: .none, updates: journal.updates, timeout: timeLimit)
    }
    if !journal.received.isEmpty {
      report(.unhandledBeforeSend(journal.received.map(\.action)), at: location)
      if exhaustivity != .on { skipReceived() }
    }
    work.join()
    await work.prepare()
    if !hasSent, seed != nil { await work.restartOrder() }
    hasSent = true
    let task = engine.send(action)
    // An assertion may read what effects do at once, also on other actors.
    let lastSleep = seed == nil && engine.hasEffects ? await work.yield() : nil
    assertChange(of: journal.takeSent(), update, at: location)
    await runEffects(lastSleep: lastSleep)
    return TestStoreTask(task: task, updates: journal.updates, timeout: timeLimit)
  }
}
