/// Finds the changes of values of one type by what the type itself says of them.
@usableFromInline
final class ValuePlan {
  /// Writes what differs, and makes the old value the new one.
  @usableFromInline
  typealias Advance = (
    _ old: UnsafeMutableRawPointer, _ new: UnsafeRawPointer, _ encoder: inout RecordEncoder
  ) -> Bool

  let advance: Advance

  /// Whether the values are integers of 64 bits, whose change is written as the difference.
  let isInteger: Bool

  /// Makes a plan of the same type that compares what the values are recorded as.
  let encoding: () -> ValuePlan

  @usableFromInline
  init(
    isInteger: Bool, encoding: @escaping () -> ValuePlan, advance: @escaping Advance
  ) {
    self.isInteger = isInteger
    self.encoding = encoding
    self.advance = advance
  }

  /// The plan for a type; made where the type is known, it is compiled for that type.
  @inlinable
  static func of<Value: Recordable>(_ type: Value.Type) -> ValuePlan {
    ValuePlan(
      isInteger: type == Int.self || type == Int64.self, encoding: { .encoding(type) }
    ) { old, new, encoder in
      Value.advance(
        old.assumingMemoryBound(to: Value.self), to: new.assumingMemoryBound(to: Value.self),
        into: &encoder)
    }
  }
}
