/// A hashable value of any type that can be sent between tasks.
///
///     let id = AnyHashableSendable("refresh")
///     let isSame = id == AnyHashableSendable("refresh")
public struct AnyHashableSendable: Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Wraps a value; one that is wrapped already is not wrapped again.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }
}

extension AnyHashableSendable: Hashable {
  /// Whether the values are equal, whatever their types.
  public static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  /// Hashes the value.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}

extension AnyHashableSendable: CustomStringConvertible {
  /// The value as text.
  public var description: String { String(describing: base) }
}
