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

  package let encoding: () -> ValuePlan

  @usableFromInline
  init(
    isInteger: Bool, encoding: @escaping () -> ValuePlan, advance: @escaping Advance
  ) {
    self.isInteger = isInteger
    self.encoding = encoding
    self.advance = advance
  }

  /// Returns the plan for a type. Inlinable, so that it is specialized where the type is known.
  @inlinable
  package static func of<Value: Recordable>(_ type: Value.Type) -> ValuePlan {
    ValuePlan(
      isInteger: type == Int.self || type == Int64.self, encoding: { .encoding(type) }
    ) { old, new, encoder in
      Value.advance(
        old.assumingMemoryBound(to: Value.self), to: new.assumingMemoryBound(to: Value.self),
        into: &encoder)
    }
  }
}

/// The encoded bytes of the last value. A copy of a value that changes in place would change, too.
final class EncodedValue<Value: Recordable> {
  private var bytes: [UInt8]?

  func advance(to new: Value, into encoder: inout RecordEncoder) -> Bool {
    var next = RecordEncoder()
    next.encode(new)
    if let failure = next.failure { encoder.fail(failure) }
    let newBytes = next.bytes
    defer { bytes = newBytes }
    guard let bytes, bytes != newBytes else { return false }
    do throws(RecordDecodingError) {
      var decoder = RecordDecoder(bytes)
      let old = try decoder.decode(Value.self)
      if encoder.encodeChange(from: old, to: new) { return true }
      // Redacted values may differ while their tokens are the same.
      if case .none = encoder.redaction {
        encoder.fail(
          .notEncodable(
            type: recordedName(of: Value.self),
            description: "it changed, but its 'recordChange(from:into:)' returns 'false'"))
      }
    } catch {
      encoder.fail(
        .notEncodable(
          type: recordedName(of: Value.self), description: "it cannot be read back: \(error)"))
    }
    return false
  }
}

extension ValuePlan {
  /// Returns a plan for values that can change in place. It must receive the initial value first.
  @usableFromInline
  static func encoding<Value: Recordable>(_ type: Value.Type) -> ValuePlan {
    let last = EncodedValue<Value>()
    return ValuePlan(isInteger: false, encoding: { .encoding(type) }) { old, new, encoder in
      let old = old.assumingMemoryBound(to: Value.self)
      let new = new.assumingMemoryBound(to: Value.self)
      defer { if old != new { old.pointee = new.pointee } }
      return last.advance(to: new.pointee, into: &encoder)
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
