/// A key of a dependency with a value for explored sessions.
///
///     enum CityKey: SimulationDependencyKey {
///       static let testValue = ""
///       static var simulationValue: String { "Springfield" }
///     }
///
/// Calls of a client without such a value get random answers of the types of its endpoints. All
/// calls take a simulated time, and may fail. The value must be deterministic: it depends only on
/// its arguments and on other dependencies.
public protocol SimulationDependencyKey<Value>: TestDependencyKey {
  /// The value in explored sessions.
  static var simulationValue: Value { get }
}

extension TestDependencyKey {
  /// The value in explored sessions, if the key has one.
  static var simulationValue: Value? {
    func value<Key: SimulationDependencyKey>(of key: Key.Type) -> Any { key.simulationValue }
    guard let key = Self.self as? any SimulationDependencyKey.Type else { return nil }
    return value(of: key) as? Value
  }
}

extension DependencyValues {
  /// Begins a simulation: dependencies without overrides have the values for explored sessions,
  /// which are created for this simulation alone.
  package mutating func beginSimulation() {
    context = .test
    storage = DependencyStorage(
      overrides: storage.overrides, cache: DependencyCache(isSimulated: true))
  }

  /// Whether the value of a type is a value for explored sessions. Such a client answers its calls.
  package func isSimulated(_ type: Any.Type) -> Bool { storage.cache.isSimulated(type) }
}
