public import IdentifiedArrays

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
    return encoder.encodeChange(from: RecordDecoder(bytes), to: new)
  }
}

/// A list that is recorded as its count and its elements. If the count stays the same, a change of
/// the list consists of the changes of its elements.
protocol RecordedList<Element>: Recordable, RandomAccessCollection
where Element: Recordable, Index == Int {}

extension Array: RecordedList where Element: Recordable {}

extension IdentifiedArray: RecordedList
where Element: Identifiable & Recordable, ID == Element.ID {}

/// The encoded elements of the last value of a list.
///
/// Only elements whose bytes differ are read back and compared. Every value has one encoding, so
/// elements with the same bytes have no change.
final class EncodedElements<List: RecordedList> {
  private var bytes: [UInt8]?
  /// The offsets at which the elements end, preceded by the offset at which the first begins.
  private var bounds: [Int] = []

  func advance(to new: List, into encoder: inout RecordEncoder) -> Bool {
    let (newBytes, newBounds, failure) = Self.encoded(new)
    if let failure { encoder.fail(failure) }
    defer { (bytes, bounds) = (newBytes, newBounds) }
    guard let bytes, bytes != newBytes else { return false }
    guard bounds.count == newBounds.count else {
      return encoder.encodeChange(from: RecordDecoder(bytes), to: new)
    }
    guard encoder.enter(List.self) else { return false }
    defer { encoder.leave() }
    var changes = encoder.openElements()
    for index in 1..<newBounds.count {
      let old = bounds[index - 1]..<bounds[index]
      guard bytes[old] != newBytes[newBounds[index - 1]..<newBounds[index]] else { continue }
      encoder.element(index - 1, of: &changes) {
        $0.encodeChange(from: RecordDecoder(bytes, in: old), to: new[index - 1])
      }
    }
    return encoder.close(changes)
  }

  /// Returns the bytes that `encode(_:)` writes, and the bounds of the elements in them.
  private static func encoded(
    _ list: List
  ) -> (bytes: [UInt8], bounds: [Int], failure: RecordEncodingError?) {
    var encoder = RecordEncoder()
    _ = encoder.enter(List.self)
    let count = list.count
    encoder.append(count: count)
    var bounds = [encoder.count]
    bounds.reserveCapacity(count + 1)
    // By index: the iterator of an `IdentifiedArray` takes longer unless it is specialized.
    for index in 0..<count {
      encoder.encode(list[index])
      bounds.append(encoder.count)
    }
    return (encoder.bytes, bounds, encoder.failure)
  }
}

extension RecordEncoder {
  /// Writes the change from an encoded value to a value with different bytes. Returns `false` if it
  /// fails.
  fileprivate mutating func encodeChange<Value: Recordable>(
    from old: RecordDecoder, to new: Value
  ) -> Bool {
    do throws(RecordDecodingError) {
      var decoder = old
      let old = try decoder.decode(Value.self)
      if encodeChange(from: old, to: new) { return true }
      // Redacted values may differ while their tokens are the same.
      if case .none = redaction {
        fail(
          .notEncodable(
            type: recordedName(of: Value.self),
            description: "it changed, but its 'recordChange(from:into:)' returns 'false'"))
      }
    } catch {
      fail(
        .notEncodable(
          type: recordedName(of: Value.self), description: "it cannot be read back: \(error)"))
    }
    return false
  }
}
