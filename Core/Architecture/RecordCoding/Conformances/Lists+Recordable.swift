public import IdentifiedArrays

@_documentation(visibility: internal)
extension Array: Recordable where Element: Recordable {
  /// Describes the type by its elements.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .array(schema.reference(to: Element.self))
  }

  /// Writes the count, then the elements.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(count: count)
    for element in self { encoder.encode(element) }
  }

  /// Reads the count, then the elements.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let count = try decoder.count()
    self = []
    // Each element takes at least one byte. A growing array temporarily takes twice the memory.
    reserveCapacity(count)
    for _ in 0..<count { append(try decoder.decode()) }
  }

  /// Writes the elements that changed, or the run that was replaced.
  ///
  /// Arrays with the same storage are equal without a comparison.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let isSameStorage = withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { $0.baseAddress == new.baseAddress && $0.count == new.count }
    }
    guard !isSameStorage else { return false }
    return encoder.appendSequenceChange(from: old, to: self)
  }

  /// Compares the memory of the elements first, if the counts are equal.
  @inlinable
  public static func advance(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    guard old.pointee.count == new.pointee.count else {
      return advanceWhole(old, to: new, into: &encoder)
    }
    guard encoder.enter(Self.self) else { return false }
    let last = old.move()
    let next = new.pointee
    var changes = encoder.openElements()
    last.withUnsafeBufferPointer { last in
      next.withUnsafeBufferPointer { next in
        guard let last = last.baseAddress, let start = next.baseAddress else { return }
        encoder.elements(from: last, to: start, count: next.count, of: &changes) { encoder, index in
          encoder.encodeChange(from: last[index], to: start[index])
        }
      }
    }
    old.initialize(to: next)
    encoder.leave()
    return encoder.close(changes)
  }
}

@_documentation(visibility: internal)
extension IdentifiedArray: Recordable
where Element: Identifiable & Recordable, ID == Element.ID {
  /// Describes the type by its elements.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .identifiedArray(schema.reference(toRow: Element.self))
  }

  /// Writes the count, then the elements.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(count: count)
    for element in self { encoder.encode(element) }
  }

  /// Reads the count, then the elements, whose identities must differ.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    var start = decoder
    self.init(uncheckedUniqueElements: try [Element](recorded: &decoder))
    if !hasUniqueIDs { try Self.findDuplicate(from: &start) }
  }

  /// Throws an error at the first element of a list whose identity an earlier one has.
  private static func findDuplicate(
    from decoder: inout RecordDecoder
  ) throws(RecordDecodingError) {
    var ids: Set<ID> = []
    for _ in 0..<(try decoder.count()) {
      let start = decoder.position
      let element: Element = try decoder.decode()
      guard ids.insert(element.id).inserted else {
        throw .invalidValue(
          type: "IdentifiedArray", description: "two elements have the same identity",
          offset: start)
      }
    }
  }

  /// Writes the elements that changed, or the run that was replaced.
  ///
  /// Arrays that share all their storage are equal without a comparison, and shared chunks are
  /// skipped. The cost is proportional to the change.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard !sharesStorage(with: old) else { return false }
    return encoder.appendSequenceChange(from: old, to: self) { index in
      guard index.isMultiple(of: Self.chunkSize) else { return index }
      let chunk = index / Self.chunkSize
      return sharesChunk(at: chunk, with: old) ? Swift.min(index + Self.chunkSize, count) : index
    }
  }

  /// Compares only the last element that changed, if there is just one, or else the elements'
  /// memory.
  @inlinable
  public static func advance(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    guard encoder.enter(Self.self) else { return false }
    var hasChanged = false
    let isOneElement = followElementApart(from: old, to: new) { position, old, new in
      hasChanged = encoder.onlyElement(position, from: old, to: new)
    }
    encoder.leave()
    return _fastPath(isOneElement) ? hasChanged : advanceOthers(old, to: new, into: &encoder)
  }

  @inlinable
  @inline(never)
  static func advanceOthers(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    guard old.pointee.count == new.pointee.count else {
      return advanceWhole(old, to: new, into: &encoder)
    }
    guard encoder.enter(Self.self) else { return false }
    defer { encoder.leave() }
    var changes = encoder.openElements()
    var areOthers = false
    if new.pointee.chunkCount == 1 {
      followApart(from: old, to: new) { old, new, count in
        encoder.elements(from: old, to: new, count: count, of: &changes) { encoder, index in
          areOthers = areOthers || (old + index).pointee.id != (new + index).pointee.id
          return Element.advance(old + index, to: new + index, into: &encoder)
        }
      }
    } else {
      follow(from: old, to: new) { position, old, new, count in
        encoder.elements(from: old, to: new, count: count, at: position, of: &changes) {
          encoder, index in
          areOthers = areOthers || (old + index).pointee.id != (new + index).pointee.id
          return encoder.encodeChange(from: old[index], to: new[index])
        }
      }
    }
    // The positions of the identities have changed as well.
    if areOthers { old.pointee = new.pointee }
    return encoder.close(changes)
  }
}

extension RecordEncoder {
  /// Writes the change of the only element that may have changed, if it has, and updates it.
  @inlinable
  @inline(__always)
  mutating func onlyElement<Element: Recordable>(
    _ position: Int, from old: UnsafeMutablePointer<Element>, to new: UnsafePointer<Element>
  ) -> Bool {
    var changes = openElements()
    element(position, of: &changes) { Element.advance(old, to: new, into: &$0) }
    return close(changes)
  }
}
