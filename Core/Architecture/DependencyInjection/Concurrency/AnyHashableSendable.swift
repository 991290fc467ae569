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
