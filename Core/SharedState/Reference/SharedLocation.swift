import Foundation

/// Where a shared value stands: a box, or a part of what is in one.
protocol SharedReading<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The box that holds the value, or that the value is a part of; `nil` for a constant.
  var box: (any AnySharedBox)? { get }

  /// The value on one side of a test's assertion, or as it is now.
  func value(_ side: SharedSide) -> Value
}

/// Where a shared value stands that can be changed.
protocol SharedLocation<Value>: SharedReading {
  /// Changes the value, while nobody else does.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
}

/// A part of a shared value.
final class SharedMember<Root, Value>: SharedLocation {
  let root: any SharedLocation<Root>
  // Unchecked: a key path never changes once it is made, but Swift does not call it `Sendable`.
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

/// A part of a shared value that can only be read.
final class SharedReadMember<Root, Value>: SharedReading {
  private let root: any SharedReading<Root>
  // Unchecked: see `SharedMember`.
  private nonisolated(unsafe) let path: KeyPath<Root, Value>

  init(_ root: any SharedReading<Root>, _ path: KeyPath<Root, Value>) {
    self.root = root
    self.path = path
  }

  var box: (any AnySharedBox)? { root.box }

  func value(_ side: SharedSide) -> Value { root.value(side)[keyPath: path] }
}

/// What a function makes of a shared value.
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

/// What is in an optional shared value that can only be read; the last value once that is `nil`.
class SharedReadUnwrapped<Value>: SharedReading, @unchecked Sendable {
  private let root: any SharedReading<Value?>
  // Unchecked: reached under the lock only.
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

/// What is in an optional shared value; once that is `nil`, the last value that was there.
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
      // Taken out, so that the change need not copy it.
      value = nil
      defer {
        value = unwrapped
        lastValue = unwrapped
      }
      return try body(&unwrapped)
    }
  }
}

/// A value that never changes.
final class SharedConstant<Value>: SharedLocation, @unchecked Sendable {
  // Unchecked: it never changes, and whoever shares a value vouches for it.
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
