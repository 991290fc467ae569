/// A type-erased hashable value that can be sent between tasks.
///
///     let id = AnyHashableSendable("refresh")
///     let isSame = id == AnyHashableSendable("refresh")
public struct AnyHashableSendable: Sendable {
  /// The wrapped value.
  public let base: any Hashable & Sendable

  /// Creates a wrapper of a value, or a copy of one that is already wrapped.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }

  /// Creates a wrapper of a value whose type is unknown, as in `ids.map(AnyHashableSendable.init)`.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) {
    self.init(base)
  }
}

extension AnyHashableSendable: Hashable {
  /// Returns whether the wrapped values are equal. Values of different types can be equal.
  public static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  /// Hashes the wrapped value.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}

@_documentation(visibility: internal)
extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  /// The wrapped value, which a wrapper therefore equals.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(base) }
}

extension AnyHashableSendable: CustomStringConvertible {
  /// A textual representation of the wrapped value.
  public var description: String { String(describing: base) }
}

@_documentation(visibility: internal)
extension AnyHashableSendable: CustomDebugStringConvertible {
  /// A textual representation of the wrapper and the wrapped value.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }
}

@_documentation(visibility: internal)
extension AnyHashableSendable: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
{
  /// Creates a wrapper of a Boolean value.
  public init(booleanLiteral value: Bool) { self.init(value) }

  /// Creates a wrapper of a number.
  public init(floatLiteral value: Double) { self.init(value) }

  /// Creates a wrapper of an integer.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a wrapper of a string.
  public init(stringLiteral value: String) { self.init(value) }
}
