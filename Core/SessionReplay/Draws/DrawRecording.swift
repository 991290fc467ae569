package import RecordCoding

/// The draws of one step, as they are written into a log.
///
/// An object, as most steps have none and then it is one word to pass on.
package final class DrawRecording: Sendable {
  /// Writes one of the draws.
  typealias Write = @Sendable (inout RecordEncoder) -> Void

  private enum Content: Sendable {
    case written([UInt8], RecordEncodingError?)
    /// Tokens stand for secrets, some of which may not be known before the step is compared.
    case deferred([Write], SecretTable)
  }

  private let content: Content

  init(bytes: [UInt8], failure: RecordEncodingError?) {
    content = .written(bytes, failure)
  }

  init(_ draws: [Write], secrets: SecretTable) {
    content = .deferred(draws, secrets)
  }

  /// For each value, the index of its kind and the value; with tokens for the secrets known by now.
  package var bytes: [UInt8] { written().bytes }

  /// Why one of them cannot be recorded, if one cannot.
  package var failure: RecordEncodingError? { written().failure }

  /// Makes secrets of what is redacted among the draws.
  package func teach() {
    if case .deferred = content { _ = written() }
  }

  private func written() -> (bytes: [UInt8], failure: RecordEncodingError?) {
    switch content {
    case .written(let bytes, let failure): return (bytes, failure)
    case .deferred(let draws, let secrets):
      var encoder = RecordEncoder()
      encoder.redaction = .tokens(secrets)
      for draw in draws { draw(&encoder) }
      return (encoder.bytes, encoder.failure)
    }
  }
}
