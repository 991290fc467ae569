import Platform

/// A part of a writable value at a key path.
final class SharedMember<Root, Value>: SharedLocation {
  private let root: any SharedLocation<Root>
  // `nonisolated(unsafe)`, because key paths are immutable but not declared `Sendable`.
  private nonisolated(unsafe) let path: WritableKeyPath<Root, Value>
  private let steps: DescribedPath<Root>

  init(
    _ root: any SharedLocation<Root>, _ path: WritableKeyPath<Root, Value>,
    step: SharedStep? = nil
  ) {
    self.root = root
    self.path = path
    steps = DescribedPath(path, in: root, step)
  }

  var box: (any AnySharedBox)? { root.box }
  var origin: SharedOrigin { root.origin.appending(steps.of(path, in: root)) }

  func value(_ side: SharedSide) -> Value { root.value(side)[keyPath: path] }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try root.withLock { try body(&$0[keyPath: path]) }
  }
}

/// A part of a value at a key path, for access without changes.
final class SharedReadMember<Root, Value>: SharedReading {
  private let root: any SharedReading<Root>
  // `nonisolated(unsafe)`: see `SharedMember`.
  private nonisolated(unsafe) let path: KeyPath<Root, Value>
  private let steps: DescribedPath<Root>

  init(_ root: any SharedReading<Root>, _ path: KeyPath<Root, Value>) {
    self.root = root
    self.path = path
    steps = DescribedPath(path, in: root)
  }

  var box: (any AnySharedBox)? { root.box }
  var origin: SharedOrigin { root.origin.appending(steps.of(path, in: root)) }

  func value(_ side: SharedSide) -> Value { root.value(side)[keyPath: path] }
}

/// The steps of a key path, which are found when they are first needed.
///
/// The key of a dictionary's value is found at once, while the dictionary still has it.
private final class DescribedPath<Root>: Sendable {
  private let steps: Mutex<[SharedStep]?>

  init<Value>(
    _ path: KeyPath<Root, Value>, in root: any SharedReading<Root>, _ known: SharedStep? = nil
  ) {
    steps = Mutex(
      known.map { [$0] }
        ?? (Root.self is any SharedDictionary.Type
          ? SharedStep.all(of: path, in: root.value(.current)) : nil))
  }

  func of<Value>(
    _ path: KeyPath<Root, Value>, in root: any SharedReading<Root>
  ) -> [SharedStep] {
    if let known = steps.withLock(\.self) { return known }
    let found = SharedStep.all(of: path, in: root.value(.current))
    steps.withLock { $0 = found }
    return found
  }
}
