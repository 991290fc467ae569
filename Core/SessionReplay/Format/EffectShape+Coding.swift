import ComposableArchitecture
import RecordCoding

extension EffectShape {
  private enum Tag: Int, CaseIterable {
    case none
    case send
    case run
    case merge
    case concatenate
    case cancellable
    case cancel
  }

  /// Writes the shape: a tag, then its parts.
  func record(into encoder: inout RecordEncoder) {
    switch self {
    case .none: encoder.append(count: Tag.none.rawValue)
    case .send: encoder.append(count: Tag.send.rawValue)
    case .run: encoder.append(count: Tag.run.rawValue)
    case .merge(let parts): Self.record(.merge, parts, into: &encoder)
    case .concatenate(let parts): Self.record(.concatenate, parts, into: &encoder)
    case .cancellable(let effect, let id, let cancelInFlight):
      encoder.append(count: Tag.cancellable.rawValue)
      encoder.encode(id)
      encoder.encode(cancelInFlight)
      effect.record(into: &encoder)
    case .cancel(let id):
      encoder.append(count: Tag.cancel.rawValue)
      encoder.encode(id)
    }
  }

  /// Reads a shape.
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    try decoder.enter()
    defer { decoder.leave() }
    switch Tag(rawValue: try decoder.tag(below: Tag.allCases.count)) {
    case .send: self = .send
    case .run: self = .run
    case .merge: self = .merge(try Self.parts(from: &decoder))
    case .concatenate: self = .concatenate(try Self.parts(from: &decoder))
    case .cancellable:
      let id: String = try decoder.decode()
      let cancelInFlight: Bool = try decoder.decode()
      self = .cancellable(
        try EffectShape(recorded: &decoder), id: id, cancelInFlight: cancelInFlight)
    case .cancel: self = .cancel(id: try decoder.decode())
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
    from decoder: inout RecordDecoder
  ) throws(RecordDecodingError) -> [EffectShape] {
    let count = try decoder.count()
    var parts: [EffectShape] = []
    for _ in 0..<count { parts.append(try EffectShape(recorded: &decoder)) }
    return parts
  }
}
