import DependencyInjection
import ReducerRuntime
import SharedState

extension TestStore where State: Equatable {
  /// Asserts the state between actions.
  ///
  /// The closure receives the current state, and sets the expected values.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let view = journal.sharedView(startingAfter: exhaustivity != .on)
    let failure = viewing(view, engine.dependencies) { () -> StepFailure<State, Action>? in
      var expected = state
      do {
        try updateStateToExpectedResult(&expected)
      } catch {
        return .closureThrew(error)
      }
      return wrongState(expected, state, in: view)
    }
    journal.endAssertion()
    if let failure { fail(failure, at: location) }
  }

  func assertChange(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) {
    // The closure sees the same dependencies as the reducer, and the state before the step.
    var dependencies = engine.dependencies
    let ids = journal.takeStackElementIDs(of: step.number)
    if let ids { dependencies.stackElementID = ids }
    let (failure, skipped) = {
      () -> (StepFailure<State, Action>?, StepFailure<State, Action>?) in
      switch exhaustivity {
      case .on: return (mismatch(of: step, update, dependencies), nil)
      case .off(let showsSkipped):
        let failure = looseMismatch(of: step, update, dependencies)
        guard failure == nil, showsSkipped else { return (failure, nil) }
        if let ids = ids?.copy { dependencies.stackElementID = ids }
        return (nil, mismatch(of: step, update, dependencies))
      }
    }()
    journal.endAssertion(of: step.number)
    state = step.after
    if let failure { fail(failure, at: location) }
    if let skipped { report(skipped, at: location) }
  }

  private func mismatch(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?,
    _ dependencies: DependencyValues
  ) -> StepFailure<State, Action>? {
    let view = journal.sharedView(of: step.number)
    return viewing(view, dependencies) {
      guard let update else {
        guard !view.comparing({ step.before == step.after }) else {
          return unassertedChanges(in: view)
        }
        return view.isQuiet
          ? .unexpectedChange(expected: step.before, actual: step.after)
          : .unexpectedSharedChange(StateDumps(step.before, step.after, in: view))
      }
      var expected = step.before
      do {
        try update(&expected)
      } catch {
        return .closureThrew(error)
      }
      if let failure = wrongState(expected, step.after, in: view) { return failure }
      let isUnchanged = view.comparing(withBefore: true) { expected == step.before }
      return isUnchanged && !view.expectsChanges ? .noChange : nil
    }
  }

  private func looseMismatch(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?,
    _ dependencies: DependencyValues
  ) -> StepFailure<State, Action>? {
    guard let update else { return nil }
    let view = journal.sharedView(of: step.number, startingAfter: true)
    return viewing(view, dependencies) {
      var expected = step.after
      do {
        try update(&expected)
      } catch {
        return .closureThrew(error)
      }
      return wrongState(expected, step.after, in: view)
    }
  }

  private func wrongState(
    _ expected: State, _ actual: State, in view: SharedView
  ) -> StepFailure<State, Action>? {
    guard !view.comparing({ expected == actual }) else { return unassertedChanges(in: view) }
    return view.isQuiet
      ? .wrongState(expected: expected, actual: actual)
      : .wrongSharedState(StateDumps(expected, actual, in: view))
  }

  /// Returns the failure for shared values that changed outside the state without an assertion.
  private func unassertedChanges(in view: SharedView) -> StepFailure<State, Action>? {
    let differences = view.differences
    return differences.isEmpty ? nil : .unassertedShared(differences)
  }

  private func viewing<Result>(
    _ view: SharedView, _ dependencies: DependencyValues, _ body: () -> Result
  ) -> Result {
    var dependencies = dependencies
    dependencies.sharedScope = .viewed(view)
    return DependencyValues.run(under: dependencies, body)
  }
}
