package import Foundation
import Platform

/// The way in which redacted values are replaced.
package enum RedactionMode: Sendable {
  /// No replacement: the values are already tokens.
  case none
  /// A mask for every value, to compare states without redacted values.
  case masks
  /// A token for each value, which becomes a secret. Other texts are not replaced.
  case markedTokens(any SecretReplacing)
  /// A sign before each text, and a mask for every other value, to distinguish keys.
  case signs
  /// A token for each value, and for secrets in texts that are not redacted.
  case tokens(any SecretReplacing)
  /// Output that is discarded. The texts in it are collected.
  case survey(TextSurvey)

  /// Whether texts are read or replaced when they are written.
  var rewritesText: Bool {
    switch self {
    case .none, .masks, .signs: false
    case .tokens, .markedTokens, .survey: true
    }
  }

  /// Whether different redacted values have the same mask, which can make keys equal.
  var hasEqualMasks: Bool {
    switch self {
    case .masks, .survey: true
    case .none, .signs, .tokens, .markedTokens: false
    }
  }
}

extension RedactionMode {
  /// The sign before redacted texts, from a private use area of Unicode.
  package static let sign: Unicode.Scalar = "\u{F8FF}"
}

/// The secrets of a recording. An encoder requests a token for each value.
package protocol SecretReplacing: AnyObject, Sendable {
  /// Returns the token of a value. A new value becomes a secret.
  func token<Value: Redactable>(
    for value: Value, reportingTo encoder: inout RecordEncoder
  ) -> Value

  /// Returns the text with tokens in place of secrets.
  func scrubbed(_ text: String) -> String

  /// Returns the token of a UUID that is a secret, or the UUID itself.
  func scrubbed(_ id: UUID) -> UUID

  /// Returns the token of secret data, or the data with tokens in place of secret texts.
  func scrubbed(_ data: Data) -> Data
}

/// A collector of the texts of encoded values. Redacted values become secrets instead.
package final class TextSurvey: Sendable {
  let secrets: (any SecretReplacing)?
  private let found = Mutex<[String]>([])

  package var texts: [String] { found.withLock { $0 } }

  package init(secrets: (any SecretReplacing)? = nil) {
    self.secrets = secrets
  }

  func note(_ text: String) {
    found.withLock { $0.append(text) }
  }
}
