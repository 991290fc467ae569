@_documentation(visibility: internal)
extension String: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .string }

  /// Writes the text as UTF-8.
  public func record(into encoder: inout RecordEncoder) {
    if _slowPath(encoder.rewritesText) { return encoder.append(rewriting: self) }
    encoder.append(counted: utf8)
  }

  /// Reads text, which must be UTF-8.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self = try decoder.text()
  }

  /// Writes what lies between the bytes that both texts share at their ends.
  ///
  /// Texts are compared byte by byte, because `==` holds for texts whose bytes differ.
  @inlinable
  @inline(__always)
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    !isSameMemory(self, old) && recordChange(inOtherMemory: old, into: &encoder)
  }

  @usableFromInline
  func recordChange(inOtherMemory old: Self, into encoder: inout RecordEncoder) -> Bool {
    if _slowPath(encoder.rewritesText) { return encoder.appendChange(rewriting: old, to: self) }
    var new = self
    var old = old
    return new.withUTF8 { new in
      old.withUTF8 { old in
        let isSame =
          new.count == old.count
          && (new.baseAddress == old.baseAddress || new.elementsEqual(old))
        if !isSame {
          encoder.appendSplice(from: UnsafeRawBufferPointer(old), to: UnsafeRawBufferPointer(new))
        }
        return !isSame
      }
    }
  }
}

@_documentation(visibility: internal)
extension Character: Recordable {
  /// Describes the type as text.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .string }

  /// Writes the character as UTF-8.
  public func record(into encoder: inout RecordEncoder) {
    if _slowPath(encoder.rewritesText) { return encoder.append(rewriting: self) }
    String(self).record(into: &encoder)
  }

  /// Reads text, which must be one character.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let text = try decoder.text()
    guard let character = text.first, text.count == 1 else {
      throw .invalidValue(
        type: "Character", description: "\(text.debugDescription) has \(text.count) characters",
        offset: start)
    }
    self = character
  }

  /// Writes what lies between the bytes that both characters share at their ends.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if _slowPath(encoder.rewritesText) { return encoder.appendChange(rewriting: old, to: self) }
    return String(self).recordChange(from: String(old), into: &encoder)
  }
}
