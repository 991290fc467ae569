import Locking

/// The replacement of redacted values.
package enum Redaction: Sendable {
  /// The values, which are tokens already.
  case none
  /// The same for all, so that states can be compared without them.
  case masks
  /// The same for all, which become secrets.
  case lessons(SecretTable)
  /// Texts as they are behind a sign, and the same for all others: so they can be told apart as keys.
  case signs
  /// A token for each, and for secrets in texts that are not redacted.
  case tokens(SecretTable)
  /// The same for all, and tokens in other texts: for whoever looks on.
  case shown(SecretTable)
  /// Nothing that is kept: the texts are looked for.
  case survey(TextSurvey)

  /// Whether texts that are not redacted are written otherwise than they are.
  var rewritesText: Bool {
    switch self {
    case .none, .masks, .lessons, .signs: false
    case .tokens, .shown, .survey: true
    }
  }

  /// Whether several redacted values are written as the same, so that keys may be, too.
  var hasEqualMasks: Bool {
    switch self {
    case .masks, .lessons, .shown, .survey: true
    case .none, .signs, .tokens: false
    }
  }
}

extension Redaction {
  /// The sign before redacted texts, from an area of Unicode that is for private use.
  package static let sign: Unicode.Scalar = "\u{F8FF}"
}

/// The texts of values that are encoded for no other purpose; redacted values become secrets.
package final class TextSurvey: Sendable {
  let secrets: SecretTable?
  private let found = Mutex<[String]>([])

  /// The texts that were found, but for those that are redacted.
  package var texts: [String] { found.withLock { $0 } }

  /// Creates a survey that adds redacted values to a table.
  package init(secrets: SecretTable? = nil) {
    self.secrets = secrets
  }

  func note(_ text: String) {
    found.withLock { $0.append(text) }
  }
}
