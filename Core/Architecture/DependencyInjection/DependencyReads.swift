import Synchronization

package protocol DependencyReadObserver: AnyObject, Sendable {
  /// Notifies the observer that a dependency was read, unless it was read only to be replaced.
  ///
  /// `property` is the name of the property that was read, or empty if the key itself was used.
  /// `values` are the dependencies that it was read from.
  func didRead<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, value: Key.Value, in values: DependencyValues)

  /// Notifies the observer that a `@Dependency` property of a type was created.
  ///
  /// `read` reads the property from the current dependencies.
  func didDeclare(_ type: Any.Type, read: () -> Void)

  var readCount: Int { get }

  /// Notifies the observer of a call to a client's endpoint that read no recorded dependency.
  func didCall(_ endpoint: EndpointID, isMarked: Bool)
}

extension DependencyReadObserver {
  package func didDeclare(_ type: Any.Type, read: () -> Void) {}

  package var readCount: Int { 0 }

  package func didCall(_ endpoint: EndpointID, isMarked: Bool) {}
}

/// A counter of observers, since looking for an observer would double the cost of a read.
package enum DependencyReads {
  private static let watchers = Atomic(0)

  /// Runs `operation` while observers are notified.
  package static func watched<R>(_ operation: () throws -> R) rethrows -> R {
    beginWatching()
    defer { endWatching() }
    return try operation()
  }

  /// Notifies observers until a balancing call to `endWatching()`.
  package static func beginWatching() { watchers.add(1, ordering: .relaxed) }

  /// Balances a call to `beginWatching()`.
  package static func endWatching() { watchers.subtract(1, ordering: .relaxed) }

  @inline(__always)
  static var areWatched: Bool { watchers.load(ordering: .relaxed) != 0 }
}

private enum DependencyReadObserverKey: DependencyKey {
  static let liveValue: (any DependencyReadObserver)? = nil
  static let testValue: (any DependencyReadObserver)? = nil
}

extension DependencyValues {
  package mutating func observeReads(by observer: (any DependencyReadObserver)?) {
    self[DependencyReadObserverKey.self] = observer
  }

  /// Returns the keys whose overrides differ between these values and `other`.
  package func keysChanged(since other: DependencyValues) -> Set<ObjectIdentifier> {
    Set(
      flattened.overrides.boxes.filter { $0 !== other.override(of: $0.id) }.map(\.id))
  }

  /// Returns whether the override of a key differs between these values and `other`.
  package func overrides(_ key: ObjectIdentifier, differentlyFrom other: DependencyValues) -> Bool {
    override(of: key) !== other.override(of: key)
  }

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
  /// Returns the override of a key, if there is one, without notifying the observer.
  package func overriding<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    override(of: ObjectIdentifier(key))?.value(of: key)
  }
}
