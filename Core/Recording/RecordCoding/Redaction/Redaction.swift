import Locking

/// The way in which redacted values are replaced.
package enum Redaction: Sendable {
  /// No replacement: the values are already tokens.
  case none
  /// A mask for every value, so that states are compared without redacted values.
  case masks
  /// A mask for every value. The values become secrets.
  case learning(SecretTable)
  /// A sign before each text, and a mask for every other value, so that keys can be distinguished.
  case signs
  /// A token for each value, and for secrets in texts that are not redacted.
  case tokens(SecretTable)
  /// A mask for every value, and tokens in other texts. For output to observers.
  case shown(SecretTable)
  /// Output that is discarded. The texts in it are collected.
  case survey(TextSurvey)

  /// Whether texts that are not redacted may be replaced.
  var rewritesText: Bool {
    switch self {
    case .none, .masks, .learning, .signs: false
    case .tokens, .shown, .survey: true
    }
  }

  /// Whether different redacted values have the same mask, so that keys may be equal.
  var hasEqualMasks: Bool {
    switch self {
    case .masks, .learning, .shown, .survey: true
    case .none, .signs, .tokens: false
    }
  }
}

extension Redaction {
  /// The sign before redacted texts, from a private use area of Unicode.
  package static let sign: Unicode.Scalar = "\u{F8FF}"
}

/// A collector of the texts of encoded values. Redacted values become secrets instead.
package final class TextSurvey: Sendable {
  let secrets: SecretTable?
  private let found = Mutex<[String]>([])

  package var texts: [String] { found.withLock { $0 } }

  package init(secrets: SecretTable? = nil) {
    self.secrets = secrets
  }

  func note(_ text: String) {
    found.withLock { $0.append(text) }
  }
}
