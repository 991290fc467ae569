import Foundation

extension RecordEncoder {
  /// Writes an unsigned integer in LEB128: seven bits per byte, lowest first.
  @inlinable
  @inline(__always)
  public mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(varint value: Integer) {
    if _fastPath(value <= 0x7f) {
      append(byte: UInt8(truncatingIfNeeded: value))
    } else {
      append(longVarint: value)
    }
  }

  @inlinable
  @inline(never)
  mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(longVarint value: Integer) {
    var rest = value
    while rest > 0x7f {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a count or an index.
  @inlinable
  @inline(__always)
  public mutating func append(count: Int) {
    append(varint: UInt(count))
  }

  /// Writes a signed integer in zigzag-encoded LEB128, which folds the sign into the lowest bit.
  @inlinable
  public mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Writes an integer at its full width, in little-endian order.
  @inlinable
  public mutating func append<Integer: FixedWidthInteger>(fixed value: Integer) {
    if Integer.bitWidth <= 64 {
      append(word: UInt64(truncatingIfNeeded: value).littleEndian, count: Integer.bitWidth &>> 3)
    } else {
      Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
  }

  /// Writes length-prefixed bytes.
  @inlinable
  @inline(__always)
  public mutating func append(counted content: some Collection<UInt8>) {
    let isWritten: Void? = content.withContiguousStorageIfAvailable { append(counted: $0) }
    if isWritten == nil { append(countedInPieces: content) }
  }

  // A single function for all callers, because each copy would take space in the instruction cache.
  @inline(never)
  @usableFromInline
  package mutating func append(counted bytes: UnsafeBufferPointer<UInt8>) {
    let length = bytes.count
    let isShort = _fastPath(length <= 0x7f)
    if isShort, memory.append(UInt8(truncatingIfNeeded: length), then: bytes) { return }
    append(count: length)
    memory.append(contentsOf: bytes)
  }

  @inlinable
  mutating func append(countedInPieces content: some Collection<UInt8>) {
    append(count: content.count)
    append(contentsOf: content)
  }

  /// Writes the byte of a value without content.
  ///
  /// Every value takes at least one byte, so a reader can bound any count by the remaining bytes.
  @inlinable
  public mutating func appendUnit() {
    append(byte: 0)
  }

  /// Writes the change of bytes: the lengths of the common prefix and suffix, and the middle.
  package mutating func appendSplice(
    from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer
  ) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    append(count: prefix)
    append(count: suffix)
    append(counted: new[prefix..<(new.count - suffix)])
  }

  /// Writes the difference of two 64-bit integers, if there is one, and updates the old one.
  @inlinable
  @inline(__always)
  package mutating func advanceInteger(
    _ old: UnsafeMutableRawPointer, to new: UnsafeRawPointer
  ) -> Bool {
    let value = new.load(as: Int64.self)
    let difference = value &- old.load(as: Int64.self)
    guard difference != 0 else { return false }
    append(zigzag: difference)
    old.storeBytes(of: value, as: Int64.self)
    return true
  }
}

// The replacement of texts while a session with secrets is recorded.
extension RecordEncoder {
  @inline(never)
  mutating func append<Leaf: TextLeaf>(rewriting leaf: Leaf) {
    let rewritten = leaf.rewritten(by: self)
    writingTextAsItIs { rewritten.record(into: &$0) }
  }

  /// Writes the change between the replacements of two texts, using the secrets known so far.
  @inline(never)
  mutating func appendChange<Leaf: TextLeaf>(rewriting old: Leaf, to new: Leaf) -> Bool {
    let old = old.rewritten(by: self)
    let new = new.rewritten(by: self)
    return writingTextAsItIs { new.recordChange(from: old, into: &$0) }
  }

  func rewritten(json: Data) -> Data {
    JSONLiteral.replacingTexts(in: json) { $0.rewritten(by: self) }
  }
}

protocol TextLeaf: Recordable {
  func rewritten(by encoder: borrowing RecordEncoder) -> Self
}

extension String: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> String {
    if encoder.masksText { return SecretToken.mask(length: count) }
    switch encoder.redaction {
    case .tokens(let secrets): return secrets.scrubbed(self)
    case .survey(let survey): survey.note(self)
    case .none, .masks, .markedTokens, .signs: break
    }
    return self
  }
}

extension Character: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> Character {
    String(self).rewritten(by: encoder).last ?? self
  }
}

extension URL: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> URL {
    let text = absoluteString
    if encoder.masksText { return Self.mask(length: text.count) }
    let rewritten = text.rewritten(by: encoder)
    guard rewritten != text else { return self }
    let url = URL(string: rewritten.percentEncodingNonASCII)
    // If the token makes the URL invalid, mask all of it.
    return url ?? Self.mask(length: text.count)
  }

  private static func mask(length: Int) -> URL {
    let scheme = "redacted:"
    let rest = String(repeating: "x", count: max(1, length - scheme.count))
    guard let url = URL(string: scheme + rest) else { preconditionFailure("no URL: \(scheme)") }
    return url
  }
}

extension Data: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> Data {
    if encoder.masksText { return Data(count: count) }
    switch encoder.redaction {
    case .tokens(let secrets): return secrets.scrubbed(self)
    case .none, .masks, .markedTokens, .signs, .survey: return self
    }
  }
}

extension UUID: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> UUID {
    if encoder.masksText { return Self.redactedMask }
    switch encoder.redaction {
    case .tokens(let secrets): return secrets.scrubbed(self)
    case .survey(let survey): survey.note(uuidString)
    case .none, .masks, .markedTokens, .signs: break
    }
    return self
  }
}

extension String {
  /// The text with non-ASCII characters percent-encoded, as `URL` does.
  fileprivate var percentEncodingNonASCII: String {
    utf8.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
