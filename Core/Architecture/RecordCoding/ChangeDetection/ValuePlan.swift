/// A comparison of values of one type that uses the type's own conformance.
@usableFromInline
package final class ValuePlan {
  /// Writes the change and updates the old value. Returns whether there is a change.
  @usableFromInline
  package typealias Advance = (
    _ old: UnsafeMutableRawPointer, _ new: UnsafeRawPointer, _ encoder: inout RecordEncoder
  ) -> Bool

  package let advance: Advance

  /// Whether the values are 64-bit integers, whose change is written as a difference.
  package let isInteger: Bool

  /// Returns a plan for values that can change in place.
  package let encoding: (_ countsChanges: Bool) -> ValuePlan

  @usableFromInline
  init(
    isInteger: Bool, encoding: @escaping (Bool) -> ValuePlan, advance: @escaping Advance
  ) {
    self.isInteger = isInteger
    self.encoding = encoding
    self.advance = advance
  }

  /// Returns the plan for a type. Inlinable, to be specialized where the type is known.
  @inlinable
  package static func of<Value: Recordable>(_ type: Value.Type) -> ValuePlan {
    ValuePlan(
      isInteger: type == Int.self || type == Int64.self,
      encoding: { .encoding(type, countsChanges: $0) }
    ) { old, new, encoder in
      Value.advance(
        old.assumingMemoryBound(to: Value.self), to: new.assumingMemoryBound(to: Value.self),
        into: &encoder)
    }
  }
}

extension ValuePlan {
  /// Returns a plan for values that can change in place. It must receive the initial value first.
  ///
  /// `countsChanges` tells whether all such changes are counted in `ChangesInPlace`.
  @usableFromInline
  static func encoding<Value: Recordable>(_ type: Value.Type, countsChanges: Bool) -> ValuePlan {
    func elements<List: RecordedList>(of type: List.Type) -> ValuePlan {
      encoding(List.self, EncodedElements<List>(countsChanges: countsChanges).advance)
    }
    if let list = type as? any RecordedList.Type { return elements(of: list) }
    return encoding(type, EncodedValue<Value>(countsChanges: countsChanges).advance)
  }

  private static func encoding<Value: Recordable>(
    _ type: Value.Type,
    _ advance: @escaping (_ old: Value, _ new: Value, inout RecordEncoder) -> Bool
  ) -> ValuePlan {
    ValuePlan(isInteger: false, encoding: { .encoding(type, countsChanges: $0) }) {
      old, new, encoder in
      let old = old.assumingMemoryBound(to: Value.self)
      let new = new.assumingMemoryBound(to: Value.self)
      defer { if old != new { old.pointee = new.pointee } }
      return advance(old.pointee, new.pointee, &encoder)
    }
  }
}

/// The position of a stored property in its structure.
@usableFromInline
package struct FieldLayout {
  package let name: String
  /// The offset in bytes; `nil` if the property is computed or observed.
  package let offset: Int?
  /// The size in bytes.
  package let size: Int
  package let type: Any.Type
  package let plan: ValuePlan

  @usableFromInline
  package init(name: String, offset: Int?, size: Int, type: Any.Type, plan: ValuePlan) {
    self.name = name
    self.offset = offset
    self.size = size
    self.type = type
    self.plan = plan
  }
}
