import DependencyInjection
import Issues
import ReducerRuntime
import SharedState

extension TestStore {
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
    let failure = Self.viewing(view, engine.dependencies) { () -> StepFailure<State, Action>? in
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
    return Self.viewing(view, dependencies) {
      guard let update else {
        guard !Self.areEqual(step.before, step.after, in: view) else { return nil }
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
      return isUnchanged && !view.hasWrites ? .noChange : nil
    }
  }

  private func looseMismatch(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?,
    _ dependencies: DependencyValues
  ) -> StepFailure<State, Action>? {
    guard let update else { return nil }
    let view = journal.sharedView(of: step.number, startingAfter: true)
    return Self.viewing(view, dependencies) {
      var expected = step.after
      do {
        try AssertionScope.$isExhaustive.withValue(false) { try update(&expected) }
      } catch {
        return .closureThrew(error)
      }
      return wrongState(expected, step.after, in: view)
    }
  }

  /// Returns the failure for shared values in the state that effects changed after the last step.
  static func unassertedShared(
    _ engine: StoreEngine<State, Action>, _ journal: StepJournal<State, Action>
  ) -> StepFailure<State, Action>? {
    let view = journal.sharedView()
    return viewing(view, engine.dependencies) {
      // The view is empty until all steps are asserted, so the current state is the asserted one.
      guard view.mayDiffer, !areEqual(engine.state, engine.state, in: view) else { return nil }
      return .unassertedSharedAtEnd(StateDumps(engine.state, engine.state, in: view))
    }
  }

  private func wrongState(
    _ expected: State, _ actual: State, in view: SharedView
  ) -> StepFailure<State, Action>? {
    guard !Self.areEqual(expected, actual, in: view) else { return nil }
    return view.isQuiet
      ? .wrongState(expected: expected, actual: actual)
      : .wrongSharedState(StateDumps(expected, actual, in: view))
  }

  /// Returns whether two states are equal, including the shared values in them.
  ///
  /// `==` may skip elements in storage that both states share, although they refer to shared values
  /// that differ. The dumps have all elements.
  private static func areEqual(_ expected: State, _ actual: State, in view: SharedView) -> Bool {
    view.comparing { expected == actual }
      && (!view.mayDiffer || StateDumps(actual, actual, in: view).areEqual)
  }

  private static func viewing<Result>(
    _ view: SharedView, _ dependencies: DependencyValues, _ body: () -> Result
  ) -> Result {
    var dependencies = dependencies
    dependencies.sharedScope = .viewed(view)
    return DependencyValues.run(under: dependencies, body)
  }
}
