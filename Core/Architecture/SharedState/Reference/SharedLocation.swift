import Foundation

/// A readable location of a shared value: a box or a part of one.
protocol SharedReading<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The box that holds the value or the enclosing value; `nil` for a constant.
  var box: (any AnySharedBox)? { get }

  /// Returns the current value, or the value on one side of a test's assertion.
  func value(_ side: SharedSide) -> Value
}

protocol SharedLocation<Value>: SharedReading {
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
}

final class SharedMember<Root, Value>: SharedLocation {
  let root: any SharedLocation<Root>
  // `nonisolated(unsafe)`, because key paths are immutable but not declared `Sendable`.
  nonisolated(unsafe) let path: WritableKeyPath<Root, Value>

  init(_ root: any SharedLocation<Root>, _ path: WritableKeyPath<Root, Value>) {
    self.root = root
    self.path = path
  }

  var box: (any AnySharedBox)? { root.box }

  func value(_ side: SharedSide) -> Value { root.value(side)[keyPath: path] }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try root.withLock { try body(&$0[keyPath: path]) }
  }
}

final class SharedReadMember<Root, Value>: SharedReading {
  private let root: any SharedReading<Root>
  // `nonisolated(unsafe)`: see `SharedMember`.
  private nonisolated(unsafe) let path: KeyPath<Root, Value>

  init(_ root: any SharedReading<Root>, _ path: KeyPath<Root, Value>) {
    self.root = root
    self.path = path
  }

  var box: (any AnySharedBox)? { root.box }

  func value(_ side: SharedSide) -> Value { root.value(side)[keyPath: path] }
}

final class SharedTransformed<Root, Value>: SharedReading {
  private let root: any SharedReading<Root>
  private let transform: @Sendable (Root) -> Value

  init(_ root: any SharedReading<Root>, _ transform: @escaping @Sendable (Root) -> Value) {
    self.root = root
    self.transform = transform
  }

  var box: (any AnySharedBox)? { root.box }

  func value(_ side: SharedSide) -> Value { transform(root.value(side)) }
}

/// The wrapped value of a read-only optional, which keeps its last value when that becomes `nil`.
class SharedReadUnwrapped<Value>: SharedReading, @unchecked Sendable {
  private let root: any SharedReading<Value?>
  // `@unchecked Sendable`, because `last` is accessed only under the lock.
  private var last: Value
  private let lock = NSRecursiveLock()

  init?(_ root: any SharedReading<Value?>) {
    guard let value = root.value(.current) else { return nil }
    self.root = root
    last = value
  }

  final var box: (any AnySharedBox)? { root.box }

  final func value(_ side: SharedSide) -> Value {
    guard let value = root.value(side) else { return lastValue }
    if case .current = side { lastValue = value }
    return value
  }

  fileprivate final var lastValue: Value {
    get { lock.withLock { last } }
    set { lock.withLock { last = newValue } }
  }
}

/// The wrapped value of a writable optional, which keeps its last value when that becomes `nil`.
final class SharedUnwrapped<Value>: SharedReadUnwrapped<Value>, SharedLocation,
  @unchecked Sendable
{
  private let root: any SharedLocation<Value?>

  init?(_ root: any SharedLocation<Value?>) {
    self.root = root
    super.init(root)
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try root.withLock { value -> Result in
      guard var unwrapped = value else {
        var lost = lastValue
        return try body(&lost)
      }
      // Moves the value out, so that the change does not copy it.
      value = nil
      defer {
        value = unwrapped
        lastValue = unwrapped
      }
      return try body(&unwrapped)
    }
  }
}

final class SharedConstant<Value>: SharedLocation, @unchecked Sendable {
  // `@unchecked Sendable`, because it never changes, and callers must share only sendable values.
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var box: (any AnySharedBox)? { nil }

  func value(_ side: SharedSide) -> Value { value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var copy = value
    return try body(&copy)
  }
}
