import RecordCoding
import RecordedValues
package import SessionModel

/// A formatter that prints a call on one line: `↳ NthPrimeClient.find(17) → 59, 12 ms`.
package struct CallText: Sendable {
  /// The length in bytes after which a string is folded.
  private static let foldedLength = 200
  /// The number of characters after which the text of a value is truncated.
  private static let textLimit = 240
  /// A number of bytes that exceeds `textLimit` characters, unless these have many scalars each.
  private static let lengthLimit = 4096

  private let endpoints: [SessionHeader.Endpoint]
  private let values: ValueText
  private let isWhole: Bool

  /// Elements of streams are only counted, and long values truncated, unless `isWhole` is true.
  package init(header: SessionHeader, isWhole: Bool = false) {
    endpoints = header.endpoints ?? []
    self.isWhole = isWhole
    values =
      isWhole
      ? ValueText(schema: header.schema, abbreviatesDurations: true)
      : ValueText(
        schema: header.schema, lengthLimit: Self.lengthLimit,
        foldingTextsOver: Self.foldedLength, abbreviatesDurations: true)
  }

  package func text(of call: RecordedCall) -> String {
    let endpoint = endpoints[call.endpoint]
    var parts = endpoint.isStream ? [elementsText(of: call)] : []
    parts.append(outcomeText(of: call, endpoint))
    if let milliseconds = call.milliseconds { parts.append("\(milliseconds) ms") }
    return "↳ \(beginning(of: call)) → \(parts.joined(separator: ", "))"
  }

  /// Returns an answer on one line: a call, or `↳ PrimeClient.updates() → element 2: 3`.
  package func text(of answer: RecordedAnswer) -> String {
    guard let number = answer.elementNumber else { return text(of: answer.call) }
    return "↳ \(beginning(of: answer.call)) → element \(number): \(element(of: answer) ?? "()")"
  }

  /// Returns the element of a stream, if the answer is one; `nil` for the end of a call.
  package func element(of answer: RecordedAnswer) -> String? {
    guard answer.elementNumber != nil else { return nil }
    guard let value = answer.element, let type = endpoints[answer.call.endpoint].answer else {
      return "()"
    }
    return text(of: value, as: type)
  }

  /// Returns the endpoint and its arguments: `NthPrimeClient.find(17)`.
  package func beginning(of call: RecordedCall) -> String {
    "\(endpoints[call.endpoint].name)(\(arguments(of: call).joined(separator: ", ")))"
  }

  /// Returns the same text for an endpoint and encoded arguments; `?` replaces unreadable
  /// arguments.
  package func beginning(ofCallOf index: Int, _ arguments: [UInt8]) -> String {
    guard endpoints.indices.contains(index) else { return "an unknown endpoint" }
    let endpoint = endpoints[index]
    var decoder = RecordDecoder(arguments)
    let texts = endpoint.arguments.map { type in
      (try? decoder.decodeValue(of: type, in: values.schema)).map { text(of: $0, as: type) } ?? "?"
    }
    return "\(endpoint.name)(\(texts.joined(separator: ", ")))"
  }

  package func arguments(of call: RecordedCall) -> [String] {
    zip(call.arguments, endpoints[call.endpoint].arguments).map { text(of: $0, as: $1) }
  }

  package func elements(of call: RecordedCall) -> [String] {
    guard let type = endpoints[call.endpoint].answer else {
      return Array(repeating: "()", count: call.elementCount)
    }
    return call.elements.map { text(of: $0, as: type) }
      + (call.elements.count < call.elementCount ? ["…"] : [])
  }

  /// Returns the result of a call that returned one.
  package func result(of call: RecordedCall) -> String? {
    guard case .value(let value) = call.outcome, !endpoints[call.endpoint].isStream else {
      return nil
    }
    guard let value, let type = endpoints[call.endpoint].answer else { return "()" }
    return text(of: value, as: type)
  }

  private func text(of value: RecordedValue, as type: TypeReference) -> String {
    let text = values.text(of: value, as: type)
    guard !isWhole, text.utf8.count > Self.textLimit else { return text }
    let isCut = text.utf8.count >= Self.lengthLimit || text.count > Self.textLimit
    return isCut ? "\(text.prefix(Self.textLimit))…" : text
  }

  private func elementsText(of call: RecordedCall) -> String {
    let count = UInt64(call.elementCount).counted("element")
    guard isWhole, call.elementCount > 0 else { return count }
    return "\(count) [\(elements(of: call).joined(separator: ", "))]"
  }

  /// Returns the error of a call that failed.
  package func error(of call: RecordedCall) -> String? {
    switch call.outcome {
    case .failure(let value):
      endpoints[call.endpoint].failure.map { text(of: value, as: $0) }
    case .error(let text): text
    case .value, .canceled, .unknown, nil: nil
    }
  }

  private func outcomeText(of call: RecordedCall, _ endpoint: SessionHeader.Endpoint) -> String {
    switch call.outcome {
    case .value: result(of: call) ?? "ended"
    case .failure: "error \(error(of: call) ?? "")"
    case .error(let text): "error \(self.text(of: .string(text), as: .string))"
    case .canceled: "canceled"
    case .unknown: "not recorded"
    case nil: "…"
    }
  }
}
