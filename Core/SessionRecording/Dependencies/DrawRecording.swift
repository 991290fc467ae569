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

extension DrawProblem {
  /// The problem in words, with the names of the app's dependencies.
  package func description(names: [String]) -> String {
    switch self {
    case .missing(let kind, let after):
      "the reducer drew '\(names[kind])' once more than recorded, after \(after) draws"
    case .leftOver(let kind, let after):
      "the reducer did not draw '\(names[kind])', which it did after \(after) draws when recorded"
    case .otherKind(let expected, let actual, let after):
      "after \(after) draws the reducer drew '\(names[actual])', and '\(names[expected])' when recorded"
    case .unreadable(let kind, let error):
      "the recorded value of '\(names[kind])' cannot be read: \(error)"
    }
  }
}

extension DrawProblem {
  /// The dependency that was drawn where the log has another draw or none; `nil` for other problems.
  package var drawnKind: Int? {
    switch self {
    case .missing(let kind, _), .otherKind(_, let kind, _): kind
    case .leftOver, .unreadable: nil
    }
  }
}

extension DrawRecording {
  /// The draws of a step as they are written, if there are any.
  package static func of(_ draws: [RecordedDraw]) -> DrawRecording? {
    guard !draws.isEmpty else { return nil }
    var encoder = RecordEncoder()
    for draw in draws {
      encoder.append(count: draw.kind)
      encoder.append(contentsOf: draw.bytes)
    }
    return DrawRecording(bytes: encoder.bytes, failure: nil)
  }
}
