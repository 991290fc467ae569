public import Foundation

@_documentation(visibility: internal)
extension Data: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .data }

  /// Writes the length, then the bytes.
  public func record(into encoder: inout RecordEncoder) {
    if encoder.rewritesText { return encoder.append(rewriting: self) }
    encoder.append(counted: self)
  }

  /// Reads the length, then the bytes.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(try decoder.counted())
  }

  /// Writes the bytes between the common prefix and suffix of both values.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    if encoder.rewritesText { return encoder.appendChange(rewriting: old, to: self) }
    withUnsafeBytes { new in
      old.withUnsafeBytes { old in encoder.appendSplice(from: old, to: new) }
    }
    return true
  }
}

@_documentation(visibility: internal)
extension Date: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .date }

  /// Writes the seconds since 2001-01-01 UTC, bit for bit.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    timeIntervalSinceReferenceDate.record(into: &encoder)
  }

  /// Reads the seconds since 2001-01-01 UTC.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(timeIntervalSinceReferenceDate: try Double(recorded: &decoder))
  }

  /// Writes the new date.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    timeIntervalSinceReferenceDate
      .recordChange(from: old.timeIntervalSinceReferenceDate, into: &encoder)
  }
}

@_documentation(visibility: internal)
extension UUID: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .uuid }

  /// Writes the sixteen bytes.
  public func record(into encoder: inout RecordEncoder) {
    if encoder.rewritesText { return encoder.append(rewriting: self) }
    withUnsafeBytes(of: uuid) { encoder.append(contentsOf: $0) }
  }

  /// Reads the sixteen bytes.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let bytes = try decoder.take(16)
    var value = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }

  /// Writes the new sixteen bytes.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    if encoder.rewritesText { return encoder.appendChange(rewriting: old, to: self) }
    record(into: &encoder)
    return true
  }
}

@_documentation(visibility: internal)
extension URL: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .url }

  /// Writes the absolute string. A relative URL is resolved against its base.
  public func record(into encoder: inout RecordEncoder) {
    if encoder.rewritesText { return encoder.append(rewriting: self) }
    encoder.append(counted: absoluteString.utf8)
  }

  /// Reads the text of a URL, which must be valid.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let text = try decoder.text()
    // `URL` escapes invalid characters, so the result could be a different URL.
    guard let url = URL(string: text), url.absoluteString.utf8.elementsEqual(text.utf8) else {
      throw .invalidValue(type: "URL", description: text.debugDescription, offset: start)
    }
    self = url
  }

  /// Writes the bytes between the common prefix and suffix of both absolute strings.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if encoder.rewritesText { return encoder.appendChange(rewriting: old, to: self) }
    return absoluteString.recordChange(from: old.absoluteString, into: &encoder)
  }
}

@_documentation(visibility: internal)
extension IndexSet: Recordable {
  /// Describes the type as a set of integers.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    Set<Int>.describe(in: schema)
  }

  /// Writes the indices as a set.
  public func record(into encoder: inout RecordEncoder) {
    Set(self).record(into: &encoder)
  }

  /// Reads a set of nonnegative indices.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let indices = try Set<Int>(recorded: &decoder)
    if let index = indices.first(where: { $0 < 0 || $0 == .max }) {
      throw .invalidValue(type: "IndexSet", description: "\(index)", offset: start)
    }
    self.init(indices)
  }

  /// Writes the removed indices, then the inserted ones.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    return Set(self).recordChange(from: Set(old), into: &encoder)
  }
}
