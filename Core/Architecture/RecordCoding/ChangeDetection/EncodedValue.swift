public import IdentifiedArrays

/// The encoded bytes of the last value, which a change in place also makes in its copy.
final class EncodedValue<Value: Recordable> {
  private var bytes: [UInt8]?
  private var changes: SeenChanges

  init(countsChanges: Bool) {
    changes = SeenChanges(countsChanges: countsChanges)
  }

  /// Writes the change. `copy` is a copy of the last value.
  func advance(_ copy: Value, to new: Value, into encoder: inout RecordEncoder) -> Bool {
    let isCurrent = changes.advance()
    var next = RecordEncoder()
    next.encode(new)
    if let failure = next.failure { encoder.fail(failure) }
    let newBytes = next.bytes
    defer { bytes = newBytes }
    guard let bytes, bytes != newBytes else { return false }
    return encoder.encodeChange(from: isCurrent ? copy : nil, or: RecordDecoder(bytes), to: new)
  }
}

/// The number of changes in place that a comparison has seen.
struct SeenChanges {
  private let countsChanges: Bool
  private var count: UInt64 = 0

  /// Creates the number. `countsChanges` tells whether all changes are counted.
  init(countsChanges: Bool) {
    self.countsChanges = countsChanges
  }

  /// Updates the number. Returns whether it was complete, so that copies still show their values.
  mutating func advance() -> Bool {
    let last = count
    count = ChangesInPlace.count
    return countsChanges && last == count
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
/// Only elements whose bytes differ are compared. Every value has one encoding, so elements with
/// the same bytes have no change.
final class EncodedElements<List: RecordedList> {
  private var bytes: [UInt8]?
  private var changes: SeenChanges
  /// The offsets at which the elements end, preceded by the offset at which the first begins.
  private var bounds: [Int] = []

  init(countsChanges: Bool) {
    changes = SeenChanges(countsChanges: countsChanges)
  }

  /// Writes the change. `copy` is a copy of the last list.
  func advance(_ copy: List, to new: List, into encoder: inout RecordEncoder) -> Bool {
    let isCurrent = changes.advance()
    let (newBytes, newBounds, failure) = Self.encoded(new)
    if let failure { encoder.fail(failure) }
    defer { (bytes, bounds) = (newBytes, newBounds) }
    guard let bytes, bytes != newBytes else { return false }
    guard bounds.count == newBounds.count else {
      return encoder.encodeChange(from: isCurrent ? copy : nil, or: RecordDecoder(bytes), to: new)
    }
    guard encoder.enter(List.self) else { return false }
    defer { encoder.leave() }
    var elements = encoder.openElements()
    for index in 1..<newBounds.count {
      let old = bounds[index - 1]..<bounds[index]
      guard bytes[old] != newBytes[newBounds[index - 1]..<newBounds[index]] else { continue }
      encoder.element(index - 1, of: &elements) {
        $0.encodeChange(
          from: isCurrent ? copy[index - 1] : nil, or: RecordDecoder(bytes, in: old),
          to: new[index - 1])
      }
    }
    return encoder.close(elements)
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
  /// Writes the change from a copy of the last value, or from its bytes if there is no copy. The
  /// new value has different bytes. Returns `false` if it fails.
  fileprivate mutating func encodeChange<Value: Recordable>(
    from copy: Value?, or bytes: RecordDecoder, to new: Value
  ) -> Bool {
    do throws(RecordDecodingError) {
      let old: Value
      if let copy {
        old = copy
      } else {
        var decoder = bytes
        old = try decoder.decode()
      }
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
