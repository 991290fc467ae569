import ComposableArchitecture
public import DependencyInjection
public import RecordCoding

/// A dependency whose values are recorded when a reducer reads them, and answered in a replay.
///
/// Whatever a reducer itself, not an effect, reads from the world must be in this list for its
/// sessions to replay. `standard` has what the library provides; an app adds its own. Endpoints that
/// a client marks with `@DependencyEndpoint(recorded: true)` need not be listed.
public struct RecordedDependency: Sendable {
  /// The name by which logs know the dependency.
  public internal(set) var name: String

  /// The endpoint of a client that the dependency is, if it is one.
  let endpoint: RecordedClient.Endpoint?
  let describe: @Sendable (SchemaBuilder) -> TypeReference
  private let wrap: (@Sendable (inout DependencyValues, RecordedReads, Int) -> Void)?

  init(
    name: String, endpoint: RecordedClient.Endpoint,
    describe: @escaping @Sendable (SchemaBuilder) -> TypeReference
  ) {
    self.name = name
    self.endpoint = endpoint
    self.describe = describe
    wrap = nil
  }

  /// Creates the recording of a dependency.
  ///
  /// `wrap` returns a dependency that passes each of its values through the function it is given.
  public init<Dependency, Value: Recordable>(
    _ name: String, _ path: any WritableKeyPath<DependencyValues, Dependency> & Sendable,
    reads type: Value.Type,
    wrap:
      @escaping @Sendable (
        _ dependency: Dependency, _ read: @escaping @Sendable (() -> Value) -> Value
      ) -> Dependency
  ) {
    self.init(
      name, path, reads: type,
      through: { dependency, reader in wrap(dependency) { live in reader.read(live) } })
  }

  /// Creates the recording of a dependency whose values are read through a reader, which is quicker
  /// than through a function.
  init<Dependency, Value: Recordable>(
    _ name: String, _ path: any WritableKeyPath<DependencyValues, Dependency> & Sendable,
    reads type: Value.Type,
    through wrap: @escaping @Sendable (Dependency, DependencyReader<Value>) -> Dependency
  ) {
    self.name = name
    endpoint = nil
    describe = { $0.reference(to: Value.self) }
    self.wrap = { values, reads, index in
      let reader = DependencyReader<Value>(reads: reads, index: index)
      values[keyPath: path] = wrap(values[keyPath: path], reader)
    }
  }

  /// Replaces the dependency by one whose reads are recorded or answered; endpoints are asked where they are called.
  fileprivate func install(in values: inout DependencyValues, reads: RecordedReads, index: Int) {
    wrap?(&values, reads, index)
  }
}

/// Reads the values of one dependency, which are recorded or answered.
struct DependencyReader<Value: Recordable>: Sendable {
  let reads: RecordedReads
  let index: Int

  /// Reads a value: a live one while recording, or the recorded one.
  @inline(__always)
  func read(_ live: () -> Value) -> Value { reads.value(of: index, live: live) }
}

extension [RecordedDependency] {
  /// Replaces all the dependencies by ones whose reads are recorded or answered.
  package func install(in values: inout DependencyValues, reads: RecordedReads) {
    for (index, dependency) in enumerated() {
      dependency.install(in: &values, reads: reads, index: index)
    }
    let indices = enumerated().compactMap { index, dependency in
      dependency.endpoint.map { ($0, index) }
    }
    values.endpointRecorder = EndpointReads(
      reads, indices: Dictionary(indices) { first, _ in first })
  }
}
