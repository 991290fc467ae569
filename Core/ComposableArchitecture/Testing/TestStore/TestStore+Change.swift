import DependencyInjection

extension TestStore where State: Equatable {
  /// Asserts what the state is, between the actions that change it.
  ///
  /// The closure is given the state and sets what the test says of it.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var expected = state
    do {
      try DependencyValues.run(under: engine.dependencies) {
        try updateStateToExpectedResult(&expected)
      }
    } catch {
      location.report(StepFailure<State, Action>.closureThrew(error))
      return
    }
    if expected != state {
      location.report(StepFailure<State, Action>.wrongState(expected: expected, actual: state))
    }
  }

  /// Asserts what a step has made of the state, by what the test makes of the state before it.
  func assertChange(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) {
    // The closure sees the dependencies that the reducer sees, and the store as it was before.
    var dependencies = engine.dependencies
    let ids = journal.takeStackElementIDs(of: step.number)
    if let ids { dependencies.stackElementID = ids }
    let (failure, skipped) = DependencyValues.run(under: dependencies) {
      () -> (StepFailure<State, Action>?, StepFailure<State, Action>?) in
      switch exhaustivity {
      case .on: return (mismatch(of: step, update), nil)
      case .off(let showsSkipped):
        let failure = looseMismatch(of: step, update)
        guard failure == nil, showsSkipped else { return (failure, nil) }
        if let ids = ids?.copy {
          return DependencyValues.run(under: withIDs(ids)) { (nil, mismatch(of: step, update)) }
        }
        return (nil, mismatch(of: step, update))
      }
    }
    state = step.after
    if let failure { location.report(failure) }
    if let skipped { report(skipped, at: location) }
  }

  private func withIDs(_ ids: StackElementIDGenerator) -> DependencyValues {
    var dependencies = engine.dependencies
    dependencies.stackElementID = ids
    return dependencies
  }

  /// What is wrong with a test that says everything of a step.
  private func mismatch(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?
  ) -> StepFailure<State, Action>? {
    guard let update else {
      guard step.after != step.before else { return nil }
      return .unexpectedChange(expected: step.before, actual: step.after)
    }
    var expected = step.before
    do {
      try update(&expected)
    } catch {
      return .closureThrew(error)
    }
    guard expected == step.after else { return .wrongState(expected: expected, actual: step.after) }
    return expected == step.before ? .noChange : nil
  }

  /// What is wrong with a test that says of the state after a step only what it chooses to say.
  private func looseMismatch(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?
  ) -> StepFailure<State, Action>? {
    guard let update else { return nil }
    var expected = step.after
    do {
      try update(&expected)
    } catch {
      return .closureThrew(error)
    }
    return expected == step.after ? nil : .wrongState(expected: expected, actual: step.after)
  }
}
