import Synchronization

/// Told of the dependencies that are read where it is in force.
package protocol DependencyReadObserver: AnyObject, Sendable {
  /// Notes that a dependency was read, and not to be replaced.
  ///
  /// `property` is the name of the property that was read; empty where the key itself was given.
  /// `values` are the dependencies that it was read from.
  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues)

  /// Notes that a `@Dependency` of a type was made.
  func didDeclare(_ type: Any.Type)

  /// The number of answers that recorded dependencies have given so far.
  var drawCount: Int { get }

  /// Notes that an endpoint of a client was called, and drew no answer from a recorded dependency.
  func didCall(_ endpoint: EndpointID, isMarked: Bool)
}

extension DependencyReadObserver {
  /// Ignores the declaration.
  package func didDeclare(_ type: Any.Type) {}

  /// None.
  package var drawCount: Int { 0 }

  /// Ignores the call.
  package func didCall(_ endpoint: EndpointID, isMarked: Bool) {}
}

/// Whether anybody wants to be told of reads: to look for observers at each read would cost as much
/// as the read.
package enum DependencyReads {
  private static let watchers = Atomic(0)

  /// Runs `operation`, while observers that are in force are told.
  package static func watched<R>(_ operation: () throws -> R) rethrows -> R {
    watchers.add(1, ordering: .relaxed)
    defer { watchers.subtract(1, ordering: .relaxed) }
    return try operation()
  }

  @inline(__always)
  static var areWatched: Bool { watchers.load(ordering: .relaxed) != 0 }
}

private enum DependencyReadObserverKey: DependencyKey {
  static let liveValue: (any DependencyReadObserver)? = nil
  static let testValue: (any DependencyReadObserver)? = nil
}

extension DependencyValues {
  /// Puts an observer of what is read in force.
  package mutating func observeReads(by observer: some DependencyReadObserver) {
    self[DependencyReadObserverKey.self] = observer
  }

  /// The keys to which these values assign something else than others do.
  package func keysChanged(since other: DependencyValues) -> Set<ObjectIdentifier> {
    Set(
      flattened.overrides.boxes.filter { $0 !== other.override(of: $0.id) }.map(\.id))
  }

  /// Whether these values override a key with another value than others do.
  package func overrides(_ key: ObjectIdentifier, otherwiseThan other: DependencyValues) -> Bool {
    override(of: key) !== other.override(of: key)
  }

  /// The observer in force.
  static var readObserver: (any DependencyReadObserver)? {
    current.override(of: ObjectIdentifier(DependencyReadObserverKey.self))?
      .value(of: DependencyReadObserverKey.self)
  }

  @inline(never)
  func noteRead<Key: TestDependencyKey>(
    of key: Key.Type, property: StaticString, value: Key.Value
  ) {
    guard !isAssigning, let box = override(of: ObjectIdentifier(DependencyReadObserverKey.self))
    else { return }
    box.value(of: DependencyReadObserverKey.self)?
      .didRead(key, property: property, value: value, in: self)
  }
}

extension DependencyValues {
  /// What overrides a key, if anything does; no read of a dependency.
  package func overriding<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    override(of: ObjectIdentifier(key))?.value(of: key)
  }
}
