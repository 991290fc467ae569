package import RecordCoding
import RecordedValues
package import SessionModel

/// The reads of one step. A class, because most steps have no reads and then pass on only one word.
package final class StepReads: Sendable {
  typealias Write = @Sendable (inout RecordEncoder) -> Void

  private enum Content: Sendable {
    case written([UInt8], RecordEncodingError?)
    /// Secrets are replaced by tokens, and may be unknown until the states are compared.
    case deferred([Write], SecretTable)
  }

  private let content: Content

  init(bytes: [UInt8], failure: RecordEncodingError?) {
    content = .written(bytes, failure)
  }

  init(_ reads: [Write], secrets: SecretTable) {
    content = .deferred(reads, secrets)
  }

  /// The dependency's index and the value of each read, with tokens for the secrets known so far.
  package var bytes: [UInt8] { written().bytes }

  package var failure: RecordEncodingError? { written().failure }

  package func addSecrets() {
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
