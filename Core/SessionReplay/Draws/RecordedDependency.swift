public import DependencyInjection
public import RecordCoding

/// A dependency whose values are recorded when a reducer draws them, and answered in a replay.
///
/// Whatever a reducer itself, not an effect, draws from the world must be in this list for its
/// sessions to replay. `standard` has what the library provides; an app adds its own.
public struct RecordedDependency: Sendable {
  /// The name by which logs know the dependency.
  public let name: String

  let describe: @Sendable (SchemaBuilder) -> TypeReference
  private let wrap: @Sendable (inout DependencyValues, DrawTape, Int) -> Void

  /// Creates the recording of a dependency.
  ///
  /// `wrap` returns a dependency that passes each of its values through the function it is given.
  public init<Dependency, Value: Recordable>(
    _ name: String, _ path: any WritableKeyPath<DependencyValues, Dependency> & Sendable,
    draws type: Value.Type,
    wrap:
      @escaping @Sendable (
        _ dependency: Dependency, _ draw: @escaping @Sendable (() -> Value) -> Value
      ) -> Dependency
  ) {
    self.name = name
    describe = { $0.reference(to: Value.self) }
    self.wrap = { values, tape, kind in
      values[keyPath: path] = wrap(values[keyPath: path]) { live in
        tape.draw(kind: kind, live: live)
      }
    }
  }

  /// Replaces the dependency by one that goes through the tape.
  func install(in values: inout DependencyValues, tape: DrawTape, kind: Int) {
    wrap(&values, tape, kind)
  }
}

extension [RecordedDependency] {
  /// Replaces all the dependencies by ones that go through the tape, each as its place in the list.
  func install(in values: inout DependencyValues, tape: DrawTape) {
    for (kind, dependency) in enumerated() {
      dependency.install(in: &values, tape: tape, kind: kind)
    }
  }
}
