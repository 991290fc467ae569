extension DependencyValues {
  /// Gives access to a random number generator; in tests it fails when called, unless overridden.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())

  static var testValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(UnimplementedGenerator())
  }
}

/// Reports each draw, and draws as if it had been given the seed 0.
private struct UnimplementedGenerator: RandomNumberGenerator {
  private let dependency = UnimplementedDependency(
    "withRandomNumberGenerator", example: "WithRandomNumberGenerator(yourSeededGenerator)")
  private var placeholder = SeededGenerator(seed: 0)

  mutating func next() -> UInt64 {
    dependency.report()
    return placeholder.next()
  }
}
