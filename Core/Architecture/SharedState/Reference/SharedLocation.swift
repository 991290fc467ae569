/// A readable location of a shared value: a root or a part of one.
protocol SharedReading<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The box that holds the value or the enclosing value; `nil` for a constant.
  var box: (any AnySharedBox)? { get }

  /// The root of the value, and the path from it.
  var origin: SharedOrigin { get }

  /// The former location of a root that is a removed element; `nil` for other values.
  var removedFrom: SharedOrigin? { get }

  /// Returns the current value, or the value on one side of a test's assertion.
  func value(_ side: SharedSide) -> Value
}

extension SharedReading {
  var removedFrom: SharedOrigin? { nil }
}

protocol SharedLocation<Value>: SharedReading {
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
}

/// A root, and the path from it to a part of its value.
struct SharedOrigin {
  /// A box, a constant, a transformed value, or an element that was removed.
  let root: any SharedReading
  private(set) var path: [SharedStep] = []
  /// The locations that the `wrapped` steps of the path create, in order.
  private(set) var unwrapped: [any SharedReading] = []

  init(root: any SharedReading) {
    self.root = root
  }

  func appending(_ steps: [SharedStep]) -> SharedOrigin {
    var origin = self
    origin.path += steps
    return origin
  }

  func appending(unwrapped location: any SharedReading) -> SharedOrigin {
    // The number is known once the path is written.
    var origin = appending([.wrapped(0)])
    origin.unwrapped.append(location)
    return origin
  }
}

final class SharedConstant<Value>: SharedLocation, @unchecked Sendable {
  // `@unchecked Sendable`, because it never changes, and callers must share only sendable values.
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var box: (any AnySharedBox)? { nil }
  var origin: SharedOrigin { SharedOrigin(root: self) }

  func value(_ side: SharedSide) -> Value { value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var copy = value
    return try body(&copy)
  }
}

/// The result of a function of a shared value, which no log can describe.
final class SharedTransformed<Root, Value>: SharedReading {
  private let root: any SharedReading<Root>
  private let transform: @Sendable (Root) -> Value

  init(_ root: any SharedReading<Root>, _ transform: @escaping @Sendable (Root) -> Value) {
    self.root = root
    self.transform = transform
  }

  var box: (any AnySharedBox)? { root.box }
  var origin: SharedOrigin { root.origin.appending([.unknown]) }

  func value(_ side: SharedSide) -> Value { transform(root.value(side)) }
}
