package import Foundation
import Locking
package import RecordCoding

/// The secrets of a recording and their tokens, kept in memory only.
///
/// Texts of the same length are numbered together, so that a short text has a short token.
package final class SecretTable: SecretReplacing {
  private let contents = Mutex(SecretList())
  private let receiver: SecretTable?

  /// Creates an empty table. Secrets are added to the other table too, if there is one.
  package init(forwardingTo receiver: SecretTable? = nil) {
    self.receiver = receiver
  }

  package var learned: Int { contents.withLock { $0.count } }

  /// Returns the token of a value. A new value becomes a secret.
  package func token<Value: Redactable>(
    for value: Value, reportingTo encoder: inout RecordEncoder
  ) -> Value {
    if let type = Value.self as? any LeafwiseRedactable.Type {
      return token(for: value, as: type, reportingTo: &encoder)
    }
    let survey = TextSurvey()
    var plain = RecordEncoder()
    plain.redaction = .survey(survey)
    plain.encode(value)
    if let failure = plain.failure { encoder.fail(failure) }
    let secret = Secret.value(ObjectIdentifier(Value.self), plain.bytes)
    let spelled = (value as? any FixedWidthInteger).map { "\($0)" }
    let number = number(of: secret) { number in
      let token = SecretToken.text(number: number, length: 1)
      return spelled.map { SecretSpelling.all(of: $0, token: token) } ?? []
    }
    // The texts within a value of one of the app's own types.
    for text in survey.texts { _ = token(forText: text) }
    return value.redacted(asSecret: number)
  }

  private func token<Value, Leaf: LeafwiseRedactable>(
    for value: Value, as type: Leaf.Type, reportingTo encoder: inout RecordEncoder
  ) -> Value {
    guard let leaf = value as? Leaf,
      let token = leaf.token(in: self, reportingTo: &encoder) as? Value
    else { preconditionFailure("\(Value.self) is not \(type)") }
    return token
  }

  func token(forText text: String) -> String {
    guard !text.isEmpty else { return "" }
    let number = number(of: .text(text)) { number in
      SecretSpelling.all(of: text, token: text.redacted(asSecret: number))
    }
    return text.redacted(asSecret: number)
  }

  func token(forID id: UUID) -> UUID {
    let number = number(of: .uuid(id)) { number in
      let token = id.redacted(asSecret: number).uuidString
      return SecretSpelling.all(of: id.uuidString, token: token)
        + SecretSpelling.all(of: id.uuidString.lowercased(), token: token.lowercased())
    }
    return id.redacted(asSecret: number)
  }

  /// Returns the token of a URL. The token is itself a URL, also within texts.
  func token(forURL url: URL) -> URL {
    let text = url.absoluteString
    let number = number(of: .url(text)) { number in
      SecretSpelling.all(of: text, token: url.redacted(asSecret: number).absoluteString)
    }
    return url.redacted(asSecret: number)
  }

  func token(forData data: Data) -> Data {
    guard !data.isEmpty else { return data }
    let number = number(of: .data(data)) { number in
      let token = SecretToken.text(number: number, length: data.count)
      let text = String(validating: data, as: UTF8.self)
      return SecretSpelling.all(of: data.base64EncodedString(), token: token)
        + (text.map { SecretSpelling.all(of: $0, token: token) } ?? [])
    }
    return data.redacted(asSecret: number)
  }

  private func number(of secret: Secret, spelled: (Int) -> [SecretSpelling]) -> Int {
    _ = receiver?.number(of: secret, spelled: spelled)
    return contents.withLock { $0.number(of: secret, spelled: spelled) }
  }
}

extension SecretTable {
  package func scrubbed(_ text: String) -> String {
    contents.withLock { $0.scrubbed(text) }
  }

  package func scrubbed(_ id: UUID) -> UUID {
    contents.withLock { $0.hiddenNumber(of: .uuid(id)).map(id.redacted(asSecret:)) ?? id }
  }

  package func scrubbed(json: String) -> String {
    String(
      decoding: JSONLiteral.replacingTexts(in: Data(json.utf8), { scrubbed($0) }), as: UTF8.self)
  }

  /// Returns the token of secret data, or the data with tokens in place of secret texts.
  package func scrubbed(_ data: Data) -> Data {
    contents.withLock { contents in
      guard contents.count > 0 else { return data }
      let number = contents.hiddenNumber(of: .data(data))
      if let number { return data.redacted(asSecret: number) }
      return contents.scrubbed(bytes: Array(data)).map { Data($0) } ?? data
    }
  }

  /// Returns the text of a secret, or `nil` if the secret is data or of another type.
  package func text(ofSecret index: Int) -> String? {
    contents.withLock { contents in
      switch contents.secret(at: index) {
      case .text(let text), .url(let text): text
      case .uuid(let id): id.uuidString
      case .data, .value: nil
      }
    }
  }

  package func setHidden(_ isHidden: Bool, _ indices: some Sequence<Int>) {
    contents.withLock { contents in
      for index in indices { contents.setHidden(isHidden, index) }
    }
  }
}
