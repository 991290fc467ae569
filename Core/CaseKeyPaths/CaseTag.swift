/// The number of a case among those of an enumeration, and how to tell it of a value.
///
/// What depends on the case alone is looked up by it, rather than asked of one case after the other.
public struct CaseTag<Root>: Sendable {
  /// The number of the case, from 0, in the order of the source.
  public let index: Int

  /// Tells the number of the case that a value is in.
  public var ofValue: (Root) -> Int { indexOf }

  // Safe to share: `@CasePathable` writes it, as a function that captures nothing but types.
  @usableFromInline nonisolated(unsafe) let indexOf: (Root) -> Int

  /// Creates the tag of a case; `@CasePathable` writes it.
  @inlinable
  public init(index: Int, of indexOf: @escaping (Root) -> Int) {
    self.index = index
    self.indexOf = indexOf
  }
}
