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

/// The last value of a type that can change in place, as the bytes that it was recorded as.
///
/// A copy of the value would change with it.
final class EncodedValue<Value: Recordable> {
  private var bytes: [UInt8]?

  /// Writes what differs between the last value and a newer one, and keeps that.
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
      // Values that a log has tokens of may differ where their tokens do not.
      if case .none = encoder.redaction {
        encoder.fail(
          .notEncodable(
            type: recordedName(of: Value.self),
            description: "it changed, and its 'recordChange(from:into:)' says that it did not"))
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
  /// The plan for values that can change in place; the first value that it is given is the old one.
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
