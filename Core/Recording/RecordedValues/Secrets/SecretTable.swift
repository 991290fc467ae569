package import Foundation
import Platform
package import RecordCoding

/// The secrets of a recording and their tokens, kept in memory only.
///
/// Texts of the same length are numbered together, to give short texts short tokens.
package final class SecretTable: SecretReplacing {
  private let contents = Mutex(SecretList())
  private let receiver: SecretTable?

  /// Creates an empty table. If there is a receiver, secrets are added to it, too, and it chooses
  /// their numbers.
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
    let digits = (value as? any FixedWidthInteger).map { "\($0)" }
    let number = number(of: .value(ObjectIdentifier(Value.self), plain.bytes, digits: digits))
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
    // The same identifier may be in a value of its own type.
    if text.utf8.count == 36, let id = UUID(uuidString: text) { _ = token(forID: id) }
    if text.utf8.contains(where: { $0 >= 0x80 }) {
      // A string that differs in compatibility characters is not equal. It therefore has its own
      // token.
      let composed = text.precomposedStringWithCompatibilityMapping
      if composed != text, !composed.isEmpty { _ = number(of: Secret(text: composed)) }
    }
    return text.redacted(asSecret: number(of: Secret(text: text)))
  }

  func token(forID id: UUID) -> UUID {
    id.redacted(asSecret: number(of: .uuid(id)))
  }

  /// Returns the token of a URL. The token is itself a URL, also within texts.
  func token(forURL url: URL) -> URL {
    url.redacted(asSecret: number(of: .url(url.absoluteString)))
  }

  func token(forData data: Data) -> Data {
    guard !data.isEmpty else { return data }
    let number = number(of: .data(data))
    // The same text may be in a value of its own type.
    if let text = String(validating: data, as: UTF8.self) { _ = token(forText: text) }
    return data.redacted(asSecret: number)
  }

  private func number(of secret: Secret) -> Int {
    let number = receiver?.number(of: secret)
    return contents.withLock { $0.number(of: secret, as: number) }
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
    contents.withLock { $0.scrubbed(data) }
  }

  /// Returns the text of a secret, or `nil` if the secret is data or of a different type.
  package func text(ofSecret index: Int) -> String? {
    contents.withLock { $0.secret(at: index).text }
  }

  package func setHidden(_ isHidden: Bool, _ indices: some Sequence<Int>) {
    contents.withLock { contents in
      for index in indices { contents.setHidden(isHidden, index) }
    }
  }
}
