/// The place of a structure, tuple or payload among the bytes while its changes are written.
public struct ProductChange: Sendable {
  fileprivate let start: Int
  fileprivate let mask: Int
  fileprivate let maskCount: Int
}

extension RecordEncoder {
  /// Begins the change of a structure or a tuple.
  public mutating func openProduct(fieldCount: Int) -> ProductChange {
    openMask(start: bytes.count, fieldCount: fieldCount)
  }

  /// Begins the change of a payload whose case stays the same.
  public mutating func openPayload(fieldCount: Int) -> ProductChange {
    let start = bytes.count
    append(count: 0)
    return openMask(start: start, fieldCount: fieldCount)
  }

  /// Writes the change of one field, if it has changed.
  public mutating func field<Value: Recordable>(
    _ index: Int, of product: ProductChange, from old: Value, to new: Value
  ) {
    if encodeChange(from: old, to: new) { mark(index, of: product) }
  }

  /// Writes the change of one field that is a tuple, if it has changed.
  public mutating func tuple(
    _ index: Int, of product: ProductChange, fieldCount: Int,
    _ change: (inout RecordEncoder, ProductChange) -> Void
  ) {
    let inner = openProduct(fieldCount: fieldCount)
    change(&self, inner)
    if close(inner) { mark(index, of: product) }
  }

  /// Ends a change: takes it back and returns `false` if no field has changed.
  public mutating func close(_ product: ProductChange) -> Bool {
    for index in product.mask..<(product.mask + product.maskCount) where bytes[index] != 0 {
      return true
    }
    bytes.removeLast(bytes.count - product.start)
    return false
  }

  /// Writes that an enumeration changed to another case, whose payload must follow.
  public mutating func appendChange(toCase index: Int) {
    append(count: index + 1)
  }

  private mutating func openMask(start: Int, fieldCount: Int) -> ProductChange {
    let mask = bytes.count
    let maskCount = (fieldCount + 7) / 8
    for _ in 0..<maskCount { bytes.append(0) }
    return ProductChange(start: start, mask: mask, maskCount: maskCount)
  }

  private mutating func mark(_ index: Int, of product: ProductChange) {
    bytes[product.mask + index / 8] |= 1 << UInt8(index % 8)
  }
}
