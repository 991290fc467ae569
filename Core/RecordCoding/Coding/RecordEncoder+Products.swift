/// The place of a structure, tuple or payload among the bytes while its changes are written.
public struct ProductChange: Sendable, BitwiseCopyable {
  @usableFromInline let start: Int
  @usableFromInline let mask: Int
  @usableFromInline let maskCount: Int

  @usableFromInline
  init(start: Int, mask: Int, maskCount: Int) {
    self.start = start
    self.mask = mask
    self.maskCount = maskCount
  }
}

extension RecordEncoder {
  /// Begins the change of a structure or a tuple.
  @inlinable
  public mutating func openProduct(fieldCount: Int) -> ProductChange {
    openMask(start: count, fieldCount: fieldCount)
  }

  /// Begins the change of a payload whose case stays the same.
  @inlinable
  public mutating func openPayload(fieldCount: Int) -> ProductChange {
    let start = count
    append(count: 0)
    return openMask(start: start, fieldCount: fieldCount)
  }

  /// Writes the change of one field, if it has changed.
  @inlinable
  public mutating func field<Value: Recordable>(
    _ index: Int, of product: ProductChange, from old: Value, to new: Value
  ) {
    if encodeChange(from: old, to: new) { mark(index, of: product) }
  }

  /// Writes the change of one field that is a tuple, if it has changed.
  @inlinable
  public mutating func tuple(
    _ index: Int, of product: ProductChange, fieldCount: Int,
    _ change: (inout RecordEncoder, ProductChange) -> Void
  ) {
    let inner = openProduct(fieldCount: fieldCount)
    change(&self, inner)
    if close(inner) { mark(index, of: product) }
  }

  /// Ends a change: takes it back and returns `false` if no field has changed.
  @inlinable
  public mutating func close(_ product: ProductChange) -> Bool {
    var index = product.mask
    while index < product.mask &+ product.maskCount {
      if memory[index] != 0 { return true }
      index &+= 1
    }
    rewind(to: product.start)
    return false
  }

  /// Writes that an enumeration changed to another case, whose payload must follow.
  @inlinable
  public mutating func appendChange(toCase index: Int) {
    append(count: index + 1)
  }

  @inlinable
  mutating func openMask(start: Int, fieldCount: Int) -> ProductChange {
    let mask = count
    let maskCount = (fieldCount &+ 7) &>> 3
    for _ in 0..<maskCount { append(byte: 0) }
    return ProductChange(start: start, mask: mask, maskCount: maskCount)
  }

  @inlinable
  mutating func mark(_ index: Int, of product: ProductChange) {
    memory[product.mask &+ index &>> 3] |= 1 &<< UInt8(truncatingIfNeeded: index & 7)
  }
}
