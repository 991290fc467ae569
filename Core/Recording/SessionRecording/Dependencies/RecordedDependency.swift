public import DependencyInjection
public import RecordCoding
import ReducerRuntime

/// A dependency whose values are recorded when a reducer reads them, and answered in a replay.
///
/// A session can be replayed if this list contains everything that the reducer itself, as opposed
/// to an effect, reads from the outside. `standard` contains the library's own dependencies, and an
/// app adds others. Endpoints that a client marks with `@DependencyEndpoint(recorded: true)` need
/// not be listed.
public struct RecordedDependency: Sendable {
  /// The name of the dependency in logs.
  public internal(set) var name: String

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

  /// Creates a recorded dependency.
  ///
  /// `wrap` returns a dependency that passes each of its values through the given function.
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

  /// Creates a recorded dependency that is read through a reader, which is faster than a closure.
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

  /// Replaces the dependency. Endpoints are not replaced, but record their answers when called.
  fileprivate func install(in values: inout DependencyValues, reads: RecordedReads, index: Int) {
    wrap?(&values, reads, index)
  }
}

/// A reader of the values of one dependency, which are recorded or answered.
struct DependencyReader<Value: Recordable>: Sendable {
  let reads: RecordedReads
  let index: Int

  /// Returns a live value while recording, and the recorded value in a replay.
  @inline(__always)
  func read(_ live: () -> Value) -> Value { reads.value(of: index, live: live) }
}

extension [RecordedDependency] {
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
