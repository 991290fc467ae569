import RecordCoding

extension RecordDecoder {
  /// The error that a change does not fit, at this place.
  func doesNotFit(_ description: String) -> RecordDecodingError {
    .changeDoesNotFit(description: description, offset: position)
  }

  /// The error that the value to be changed is of another type than the change.
  func isNo(_ type: TypeReference) -> RecordDecodingError {
    doesNotFit("the value is not of the type \(type)")
  }

  /// Reads a number that may not exceed what is there.
  mutating func number(
    upTo limit: Int, of things: String
  ) throws(RecordDecodingError) -> Int {
    let start = position
    let number = try varint(UInt64.self)
    guard number <= UInt64(limit) else {
      throw .changeDoesNotFit(
        description: "it names \(number) of \(limit) \(things)", offset: start)
    }
    return Int(number)
  }

  /// Reads how many bytes are kept at both ends and what stands between them.
  mutating func splice(into old: [UInt8]) throws(RecordDecodingError) -> [UInt8] {
    let count = old.count
    let prefix = try number(upTo: count, of: "bytes")
    let suffix = try number(upTo: count - prefix, of: "bytes")
    let middle = try counted()
    var new: [UInt8] = []
    new.reserveCapacity(prefix + middle.count + suffix)
    new.append(contentsOf: old.prefix(prefix))
    new.append(contentsOf: middle)
    new.append(contentsOf: old.suffix(suffix))
    return new
  }

  /// Reads a splice of the bytes of a text, which must make a text.
  mutating func splice(into old: String) throws(RecordDecodingError) -> String {
    // As an array, whose parts are copied at once and not byte by byte.
    let bytes = try splice(into: Array(old.utf8))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw doesNotFit("the text that it makes is not UTF-8")
    }
    return text
  }
}
