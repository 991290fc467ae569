/// Finds changes by what the type itself says of them.
@usableFromInline
final class ValuePlan: ChangePlan {
  /// Writes what differs, and makes the old value the new one.
  @usableFromInline
  typealias Advance = (
    _ old: UnsafeMutableRawPointer, _ new: UnsafeRawPointer, _ encoder: inout RecordEncoder
  ) -> Bool

  private let advance: Advance

  @usableFromInline
  init(advance: @escaping Advance) {
    self.advance = advance
  }

  /// The function for a type; made where the type is known, it is compiled for that type.
  @inlinable
  static func advance<Value: Recordable>(_ type: Value.Type) -> Advance {
    { old, new, encoder in
      Value.advance(
        &old.assumingMemoryBound(to: Value.self).pointee,
        to: new.assumingMemoryBound(to: Value.self).pointee, into: &encoder)
    }
  }

  override func advance(
    _ old: UnsafeMutableRawPointer, to new: UnsafeRawPointer, into encoder: inout RecordEncoder
  ) -> Bool {
    advance(old, new, &encoder)
  }
}
