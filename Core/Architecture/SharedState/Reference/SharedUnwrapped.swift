import Foundation

/// A location of an element that can be removed.
protocol RemovableLocation: AnyObject, Sendable {
  /// The path to the location, whether or not its element has been removed.
  var path: SharedOrigin { get }
}

/// The wrapped value of a read-only optional. Keeps the last value when the optional becomes `nil`.
class SharedReadUnwrapped<Value>: SharedReading, RemovableLocation, @unchecked Sendable {
  // `@unchecked Sendable`, because mutable state is accessed only under the lock.
  private let base: any SharedReading<Value?>
  private var last: Value
  /// The value after the base became `nil`.
  private var removed: SharedBox<Value>?
  private let lock = NSRecursiveLock()

  init?(_ base: any SharedReading<Value?>) {
    guard let value = base.value(.current) else { return nil }
    self.base = base
    last = value
  }

  /// Creates a location whose base is `nil`, with the value that it had before.
  init(_ base: any SharedReading<Value?>, last: Value) {
    self.base = base
    self.last = last
  }

  final var box: (any AnySharedBox)? { base.box }

  final var path: SharedOrigin { base.origin.appending(unwrapped: self) }

  final var origin: SharedOrigin {
    guard base.value(.current) == nil else { return path }
    return SharedOrigin(root: removedBox)
  }

  final func value(_ side: SharedSide) -> Value {
    guard let value = base.value(side) else { return removedBox.value(side) }
    if case .current = side, !SharedScope.isViewed { keep(value) }
    return value
  }

  /// The box of the last value, to which the location refers while its base is `nil`.
  fileprivate final var removedBox: SharedBox<Value> {
    lock.withLock {
      if let removed { return removed }
      let new = SharedBox(last, removedFrom: self)
      removed = new
      return new
    }
  }

  fileprivate final func keep(_ value: Value) { lock.withLock { (last, removed) = (value, nil) } }
}

/// The wrapped value of a writable optional. Keeps the last value when the optional becomes `nil`.
///
/// Later changes affect only the kept value.
final class SharedUnwrapped<Value>: SharedReadUnwrapped<Value>, SharedLocation,
  @unchecked Sendable
{
  private let base: any SharedLocation<Value?>

  init?(_ base: any SharedLocation<Value?>) {
    self.base = base
    super.init(base)
  }

  init(_ base: any SharedLocation<Value?>, last: Value) {
    self.base = base
    super.init(base, last: last)
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    // The base keeps its lock, because the element must not be removed before it is changed.
    try base.withLock { value -> Result in
      guard var unwrapped = value else { return try removedBox.withLock(body) }
      // Move the value out to change it without a copy.
      value = nil
      defer {
        value = unwrapped
        if !SharedScope.isViewed { keep(unwrapped) }
      }
      return try body(&unwrapped)
    }
  }
}
