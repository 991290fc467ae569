package import RecordCoding
package import RecordedValues
package import SessionModel

/// A call whose values are valid, but not decoded. Encoded values take much less memory.
struct EncodedCall: Sendable {
  let number: UInt64
  let effect: UInt64
  let effectStep: UInt64
  let endpoint: Int
  let arguments: [UInt8]
  let beganAfter: UInt64
  /// The elements, one after the other.
  var elements: [UInt8] = []
  var elementCount = 0
  var outcome: CallOutcome?
  var milliseconds: UInt64?

  /// Decodes the values, but no elements of streams unless `includesElements` is true.
  func decoded(
    _ endpoint: SessionHeader.Endpoint, in schema: Schema, includesElements: Bool = true
  ) -> RecordedCall {
    RecordedCall(
      number: number, effect: effect, effectStep: effectStep, endpoint: self.endpoint,
      arguments: (try? endpoint.arguments(arguments, in: schema)) ?? [],
      elements: includesElements ? decodedElements(endpoint, in: schema) : [],
      elementCount: elementCount,
      outcome: outcome.flatMap { try? endpoint.outcome($0, in: schema) }, beganAfter: beganAfter,
      milliseconds: milliseconds)
  }

  private func decodedElements(
    _ endpoint: SessionHeader.Endpoint, in schema: Schema
  ) -> [RecordedValue] {
    guard let type = endpoint.answer else { return [] }
    var values: [RecordedValue] = []
    var decoder = RecordDecoder(elements)
    var memory = ValueMemory(limit: StateMemory.minLimit)
    while !decoder.isAtEnd,
      let value = try? decoder.decodeValue(of: type, in: schema, memory: &memory)
    {
      values.append(value)
    }
    return values
  }
}

/// An answer that an effect got: the outcome of a call, or an element of its stream.
struct EncodedAnswer: Sendable {
  /// The index of the call.
  let call: Int
  /// The location in the elements of the call; `nil` for an outcome.
  var element: Range<Int>?
  /// The number of elements up to this one.
  var elementNumber = 0
}

extension SessionHeader.Endpoint {
  /// Returns the values in an event of a call.
  func values(
    in event: EffectEvent.Content, _ schema: Schema
  ) throws(BadBlock) -> [RecordedValue] {
    switch event {
    case .began, .sent, .finished, .canceled, .dropped, .abandoned, .interrupted: []
    case .called(_, _, let bytes): try arguments(bytes, in: schema)
    case .element(_, let bytes): try element(bytes, in: schema).map { [$0] } ?? []
    case .ended(_, let outcome):
      switch try self.outcome(outcome, in: schema) {
      case .value(let value): value.map { [$0] } ?? []
      case .failure(let value): [value]
      case .error, .canceled, .unknown: []
      }
    }
  }

  package func arguments(_ bytes: [UInt8], in schema: Schema) throws(BadBlock) -> [RecordedValue] {
    try values(of: arguments, bytes, in: schema)
  }

  func element(_ bytes: [UInt8], in schema: Schema) throws(BadBlock) -> RecordedValue? {
    try values(of: answer.map { [$0] } ?? [], bytes, in: schema).first
  }

  func outcome(
    _ outcome: CallOutcome, in schema: Schema
  ) throws(BadBlock) -> RecordedCall.Outcome {
    switch outcome {
    case .value(let bytes):
      let types = isStream ? [] : answer.map { [$0] } ?? []
      return .value(try values(of: types, bytes, in: schema).first)
    case .failure(let bytes):
      guard let failure, let value = try values(of: [failure], bytes, in: schema).first else {
        throw .value(
          .invalidValue(
            type: "event of '\(name)'", description: "the endpoint has no type of errors",
            offset: 0))
      }
      return .failure(value)
    case .error(let text): return .error(text)
    case .thrown(let error): return .error(error.description.description)
    case .canceled: return .canceled
    case .unknown: return .unknown
    }
  }

  /// Reads values that must take all bytes.
  private func values(
    of types: [TypeReference], _ bytes: [UInt8], in schema: Schema
  ) throws(BadBlock) -> [RecordedValue] {
    var decoder = RecordDecoder(bytes)
    var values: [RecordedValue] = []
    for type in types {
      var memory = ValueMemory(limit: StateMemory.minLimit)
      values.append(
        try BadBlock.reading { try decoder.decodeValue(of: type, in: schema, memory: &memory) })
    }
    guard decoder.isAtEnd else {
      throw .value(
        .invalidValue(
          type: "event of '\(name)'", description: "\(decoder.remaining) bytes follow its values",
          offset: decoder.position))
    }
    return values
  }
}
