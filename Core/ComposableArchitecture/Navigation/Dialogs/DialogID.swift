/// What tells an alert or a dialog from one that was made later, even if both say the same.
public struct DialogID: Hashable, Sendable {
  private final class Token: Sendable {}

  // A reference and not a number: it needs no count that all stores would share. Nothing depends on
  // where it stands; it is only ever compared.
  private let token = Token()

  /// Whether both are of the same alert or dialog.
  public static func == (one: Self, other: Self) -> Bool { one.token === other.token }

  /// Feeds the identity to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(token))
  }
}
