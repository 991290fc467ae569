import DependencyInjection
import RecordCoding

/// A value whose number is in steps. Its other contents are only in keyframes.
struct Remembered<Kept: RandomValue> {
  var number = 0
  var kept: Kept
}

extension Remembered: Recordable {
  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.supplement(Kept.self)
    return schema.structure(Self.self) { type in
      type.field("number", \.number)
      type.keyframePart("kept", Kept.self)
    }
  }

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(number)
    encoder.encodeInKeyframe(kept)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    number = try decoder.decode()
    var random = SeededGenerator(seed: 0)
    kept = try decoder.decodeInKeyframe(Kept.self) ?? .random(&random)
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 1)
    encoder.field(0, of: product, from: old.number, to: number)
    return encoder.close(product)
  }
}

extension Remembered: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self { Self(kept: .random(&random)) }

  mutating func change(_ random: inout SeededGenerator) {
    if random.below(3) == 0 { number += 1 } else { kept.change(&random) }
  }

  var text: String { "\(number) \(kept.text)" }
  var stepText: String { "\(number)" }
}
