import Locking

/// The texts of values that are encoded for no other purpose; redacted values become secrets.
package final class TextSurvey: Sendable {
  let secrets: SecretTable?
  private let found = Mutex<[String]>([])

  /// The texts that were found, but for those that are redacted.
  package var texts: [String] { found.withLock { $0 } }

  /// Looks for texts, and tells a table of what is redacted.
  package init(secrets: SecretTable? = nil) {
    self.secrets = secrets
  }

  func note(_ text: String) {
    found.withLock { $0.append(text) }
  }
}
