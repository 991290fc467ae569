/// The offsets of a structure, tuple or payload whose changes are being written.
@_documentation(visibility: internal)
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

  /// Writes the change of a field that is a tuple, if it has changed.
  @inlinable
  public mutating func tuple(
    _ index: Int, of product: ProductChange, fieldCount: Int,
    _ change: (inout RecordEncoder, ProductChange) -> Void
  ) {
    let inner = openProduct(fieldCount: fieldCount)
    change(&self, inner)
    if close(inner) { mark(index, of: product) }
  }

  /// Ends a change. Removes it and returns `false` if no field has changed.
  @inlinable
  @inline(__always)
  public mutating func close(_ product: ProductChange) -> Bool {
    _fastPath(product.maskCount > 0 && memory[product.mask] != 0) || closeLong(product)
  }

  @usableFromInline
  mutating func closeLong(_ product: ProductChange) -> Bool {
    var index = product.mask
    while index < product.mask &+ product.maskCount {
      if memory[index] != 0 { return true }
      index &+= 1
    }
    rewind(to: product.start)
    return false
  }

  /// Writes that an enumeration changed to a different case, whose payload must follow.
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

extension RecordEncoder {
  /// Writes the change of a sequence: by element if the counts are equal, otherwise as one splice.
  ///
  /// For a run that starts at a position and whose storage both sequences share, `sharedRun`
  /// returns the end. Such a run is not compared.
  @inlinable
  package mutating func appendSequenceChange<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int = { $0 }
  ) -> Bool where Elements.Index == Int, Elements.Element: Recordable {
    guard old.count == new.count else {
      appendSplice(from: old, to: new, sharedRun: sharedRun)
      return true
    }
    return appendElementChanges(from: old, to: new, sharedRun: sharedRun)
  }

  /// Writes byte 0, the count of changed elements, and the distance and the change of each.
  @inlinable
  mutating func appendElementChanges<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int
  ) -> Bool where Elements.Index == Int, Elements.Element: Recordable {
    var changes = openElements()
    var index = 0
    let newCount = new.count
    while index < newCount {
      let end = sharedRun(index)
      guard end == index else {
        index = end
        continue
      }
      element(index, of: &changes) { $0.encodeChange(from: old[index], to: new[index]) }
      index += 1
    }
    return close(changes)
  }

  /// Writes byte 1, the prefix length, two counts (removed, inserted), and the inserted elements.
  @inlinable
  mutating func appendSplice<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int
  ) where Elements.Index == Int, Elements.Element: Recordable {
    let shorter = Swift.min(old.count, new.count)
    var prefix = 0
    while prefix < shorter {
      let end = sharedRun(prefix)
      guard end == prefix else {
        prefix = end
        continue
      }
      guard isSame(old[prefix], new[prefix]) else { break }
      prefix += 1
    }
    var suffix = 0
    while suffix < shorter - prefix,
      isSame(old[old.count - 1 - suffix], new[new.count - 1 - suffix])
    { suffix += 1 }
    append(byte: 1)
    append(count: prefix)
    append(count: old.count - prefix - suffix)
    append(count: new.count - prefix - suffix)
    for index in prefix..<(new.count - suffix) { encode(new[index]) }
  }

  @inlinable
  mutating func isSame<Value: Recordable>(_ old: Value, _ new: Value) -> Bool {
    let start = count
    let hasChanged = encodeChange(from: old, to: new)
    rewind(to: start)
    return !hasChanged
  }
}

@usableFromInline
struct ElementChanges {
  @usableFromInline let start: Int
  @usableFromInline var count = 0
  /// The index after the last changed element.
  @usableFromInline var next = 0

  @usableFromInline
  init(start: Int) {
    self.start = start
  }
}

extension RecordEncoder {
  @inlinable
  @inline(__always)
  mutating func openElements() -> ElementChanges {
    let changes = ElementChanges(start: count)
    // The second byte is reserved for the count, which is known at the end.
    append(word: 0, count: 2)
    return changes
  }

  /// Writes the change of one element, if it has changed.
  @inlinable
  @inline(__always)
  mutating func element(
    _ index: Int, of changes: inout ElementChanges, change: (inout RecordEncoder) -> Bool
  ) {
    let offset = count
    append(count: index - changes.next)
    if change(&self) {
      changes.count += 1
      changes.next = index + 1
    } else {
      rewind(to: offset)
    }
  }

  /// Ends the changes. Removes them and returns `false` if no element has changed.
  @inlinable
  @inline(__always)
  mutating func close(_ changes: ElementChanges) -> Bool {
    guard changes.count > 0 else {
      rewind(to: changes.start)
      return false
    }
    replaceByte(at: changes.start + 1, withCount: changes.count)
    return true
  }
}
