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
    // There is a byte for each, and an array that grows takes twice as much for a while.
    reserveCapacity(count)
    for _ in 0..<count { append(try decoder.decode()) }
  }

  /// Writes the elements that changed, or the run that was replaced.
  ///
  /// Two arrays with the same storage are equal at once; others are compared element by element.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let isSameStorage = withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { $0.baseAddress == new.baseAddress && $0.count == new.count }
    }
    guard !isSameStorage else { return false }
    return encoder.appendSequenceChange(from: old, to: self)
  }

  /// Compares the memory of the elements first, if there are as many as before.
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
