package import RecordCoding

/// The reads of one step, as they are written into a log.
///
/// An object, as most steps have none and then it is one word to pass on.
package final class StepReads: Sendable {
  /// Writes one of the reads.
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

  init(_ reads: [Write], secrets: SecretTable) {
    content = .deferred(reads, secrets)
  }

  /// For each value, the index of its dependency and the value; with tokens for the secrets known by now.
  package var bytes: [UInt8] { written().bytes }

  /// Why one of them cannot be recorded, if one cannot.
  package var failure: RecordEncodingError? { written().failure }

  /// Makes secrets of what is redacted among the reads.
  package func teach() {
    if case .deferred = content { _ = written() }
  }

  private func written() -> (bytes: [UInt8], failure: RecordEncodingError?) {
    switch content {
    case .written(let bytes, let failure): return (bytes, failure)
    case .deferred(let reads, let secrets):
      var encoder = RecordEncoder()
      encoder.redaction = .tokens(secrets)
      for read in reads { read(&encoder) }
      return (encoder.bytes, encoder.failure)
    }
  }
}

extension StepReads {
  /// The reads of a step as they are written, if there are any.
  package static func of(_ reads: [RecordedRead]) -> StepReads? {
    guard !reads.isEmpty else { return nil }
    var encoder = RecordEncoder()
    for read in reads {
      encoder.append(count: read.dependency)
      encoder.append(contentsOf: read.bytes)
    }
    return StepReads(bytes: encoder.bytes, failure: nil)
  }
}
