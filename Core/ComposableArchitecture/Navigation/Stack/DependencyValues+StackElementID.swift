package import DependencyInjection

extension DependencyValues {
  /// Gives elements of stacks their identities.
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()

  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
