import Foundation
package import RecordCoding

extension EffectShape {
  private enum Tag: Int, CaseIterable {
    case none
    case send
    case run
    case merge
    case concatenate
    case cancellable
    case cancel
    case sendBytes
    case sendName
    case typedCancellable
    case typedCancel
  }

  package func record(into encoder: inout RecordEncoder) {
    switch self {
    case .none: encoder.append(count: Tag.none.rawValue)
    case .send(.unknown): encoder.append(count: Tag.send.rawValue)
    case .send(.bytes(let bytes)):
      encoder.append(count: Tag.sendBytes.rawValue)
      encoder.append(counted: bytes)
    case .send(.name(let name)):
      encoder.append(count: Tag.sendName.rawValue)
      encoder.encode(name)
    case .run: encoder.append(count: Tag.run.rawValue)
    case .merge(let parts): Self.record(.merge, parts, into: &encoder)
    case .concatenate(let parts): Self.record(.concatenate, parts, into: &encoder)
    case .cancellable(let effect, let id, let cancelInFlight):
      Self.record(id, .cancellable, typed: .typedCancellable, into: &encoder)
      encoder.encode(cancelInFlight)
      effect.record(into: &encoder)
    case .cancel(let id): Self.record(id, .cancel, typed: .typedCancel, into: &encoder)
    }
  }

  private static func record(
    _ identity: EffectIdentity, _ tag: Tag, typed: Tag, into encoder: inout RecordEncoder
  ) {
    encoder.append(count: (identity.type == nil ? tag : typed).rawValue)
    encoder.encode(identity.text)
    if let type = identity.type { encoder.encode(type) }
  }

  /// The maximum number of effects in the rows of a chunk, including nested ones.
  ///
  /// An effect may take one byte of a log, but many times as much memory.
  package static let maxInChunk = 1 << 18

  /// Decodes a shape of at most `left` effects.
  package init(
    recorded decoder: inout RecordDecoder, left: inout Int
  ) throws(RecordDecodingError) {
    guard left > 0 else {
      throw .invalidValue(
        type: "effect", description: "its chunk has more than \(Self.maxInChunk) effects",
        offset: decoder.position)
    }
    left -= 1
    try decoder.enter()
    defer { decoder.leave() }
    let tag = Tag(rawValue: try decoder.tag(below: Tag.allCases.count))
    switch tag {
    case .send: self = .send()
    case .sendBytes: self = .send(.bytes(Array(try decoder.counted())))
    case .sendName: self = .send(.name(try decoder.decode()))
    case .run: self = .run
    case .merge: self = .merge(try Self.parts(from: &decoder, left: &left))
    case .concatenate: self = .concatenate(try Self.parts(from: &decoder, left: &left))
    case .cancellable, .typedCancellable:
      let id = try EffectIdentity(from: &decoder, isTyped: tag == .typedCancellable)
      let cancelInFlight: Bool = try decoder.decode()
      self = .cancellable(
        try EffectShape(recorded: &decoder, left: &left), id: id, cancelInFlight: cancelInFlight)
    case .cancel, .typedCancel:
      self = .cancel(id: try EffectIdentity(from: &decoder, isTyped: tag == .typedCancel))
    case .none?, nil: self = .none
    }
  }

  private static func record(
    _ tag: Tag, _ parts: [EffectShape], into encoder: inout RecordEncoder
  ) {
    encoder.append(count: tag.rawValue)
    encoder.append(count: parts.count)
    for part in parts { part.record(into: &encoder) }
  }

  private static func parts(
    from decoder: inout RecordDecoder, left: inout Int
  ) throws(RecordDecodingError) -> [EffectShape] {
    let count = try decoder.count()
    var parts: [EffectShape] = []
    for _ in 0..<count { parts.append(try EffectShape(recorded: &decoder, left: &left)) }
    return parts
  }
}

extension EffectIdentity {
  fileprivate init(
    from decoder: inout RecordDecoder, isTyped: Bool
  ) throws(RecordDecodingError) {
    self.init(try decoder.decode())
    if isTyped { type = try decoder.decode(String.self) }
  }
}

// Encoded as the bytes of a log, not as JSON, because workers pass on shapes of very many effects.
extension EffectShape: Codable {
  package init(from decoder: any Decoder) throws {
    var bytes = RecordDecoder(Array(try decoder.singleValueContainer().decode(Data.self)))
    var left = Self.maxInChunk
    self = try EffectShape(recorded: &bytes, left: &left)
  }

  package func encode(to encoder: any Encoder) throws {
    var bytes = RecordEncoder()
    record(into: &bytes)
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes.bytes))
  }
}
