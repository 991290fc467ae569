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

  /// Writes the bytes between the common prefix and suffix of both strings.
  ///
  /// Strings are compared byte by byte, because `==` is true for some strings whose bytes differ.
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
  /// Describes the type as a string.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .string }

  /// Writes the character as UTF-8.
  public func record(into encoder: inout RecordEncoder) {
    if _slowPath(encoder.rewritesText) { return encoder.append(rewriting: self) }
    String(self).record(into: &encoder)
  }

  /// Reads a string, which must contain exactly one character.
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

  /// Writes the bytes between the common prefix and suffix of both characters.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if _slowPath(encoder.rewritesText) { return encoder.appendChange(rewriting: old, to: self) }
    return String(self).recordChange(from: String(old), into: &encoder)
  }
}
