import Foundation

// What is written in the place of texts while a session with secrets is recorded.
extension RecordEncoder {
  @inline(never)
  mutating func append<Leaf: TextLeaf>(rewriting leaf: Leaf) {
    let rewritten = leaf.rewritten(by: self)
    writingTextAsItIs { rewritten.record(into: &$0) }
  }

  /// Writes the change of what stands in the place of a text, which was written with what is known.
  @inline(never)
  mutating func appendChange<Leaf: TextLeaf>(rewriting old: Leaf, to new: Leaf) -> Bool {
    let old = old.rewritten(by: self)
    let new = new.rewritten(by: self)
    return writingTextAsItIs { new.recordChange(from: old, into: &$0) }
  }

  /// JSON with other texts in it.
  func rewritten(json: Data) -> Data {
    JSONLiteral.replacingTexts(in: json) { $0.rewritten(by: self) }
  }
}

/// A value that is a text, or may hold one.
protocol TextLeaf: Recordable {
  /// What is written in the place of the value.
  func rewritten(by encoder: borrowing RecordEncoder) -> Self
}

extension String: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> String {
    if encoder.veilsText { return SecretToken.mask(length: count) }
    switch encoder.redaction {
    case .tokens(let secrets), .shown(let secrets): return secrets.scrubbed(self)
    case .survey(let survey): survey.note(self)
    case .none, .masks, .lessons, .signs: break
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
    if encoder.veilsText { return Self.mask(length: text.count) }
    let rewritten = text.rewritten(by: encoder)
    guard rewritten != text else { return self }
    let url = URL(string: rewritten.escapingOthersThanASCII)
    // What is no URL with a token in it is none at all.
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
    if encoder.veilsText { return Data(count: count) }
    switch encoder.redaction {
    case .tokens(let secrets), .shown(let secrets): return secrets.scrubbed(self)
    case .none, .masks, .lessons, .signs, .survey: return self
    }
  }
}

extension UUID: TextLeaf {
  func rewritten(by encoder: borrowing RecordEncoder) -> UUID {
    if encoder.veilsText { return Self.redactedMask }
    switch encoder.redaction {
    case .tokens(let secrets), .shown(let secrets): return secrets.scrubbed(self)
    case .survey(let survey): survey.note(uuidString)
    case .none, .masks, .lessons, .signs: break
    }
    return self
  }
}

extension String {
  /// The text with other characters than those of ASCII percent-encoded, as `URL` does.
  fileprivate var escapingOthersThanASCII: String {
    utf8.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
