import ComposableArchitecture
import DependencyInjection

extension TestStore where State: Equatable {
  /// Asserts what a step has made of the state, by what the test makes of the state before it.
  func assertChange(
    of step: StoreStep<State, Action>, _ update: ((inout State) throws -> Void)?, at place: TestLine
  ) {
    // The closure sees the dependencies that the reducer sees, and the store as it was before.
    var dependencies = engine.dependencies
    if let ids = journal.takeStackElementIDs(of: step.number) { dependencies.stackElementID = ids }
    let failure = DependencyValues.run(under: dependencies) { mismatch(of: step, update) }
    state = step.after
    if let failure { place.fail(failure) }
  }

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
}
