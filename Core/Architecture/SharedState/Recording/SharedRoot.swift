import Foundation
import RecordCoding

/// The value of a root that a recorded value refers to only in part, or that is not a plain box.
struct SharedRoot {
  let number: Int
  /// The former location of a root that is a removed element.
  let removedFrom: SharedIdentity?
  let isConstant: Bool
  let value: DescribedValue

  private var bytes: Data { Data(value.bytes) }
  private var supplement: Data { Data(value.supplement) }

  /// Whether the type of the value is found by its name, and the path to a removed element is
  /// known.
  var isNamed: Bool { !value.typeName.isEmpty && removedFrom?.isNamed ?? true }
}

extension SharedRoot: ReferencePart {
  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("number", \.number)
      type.field("key", \.value.key)
      type.field("removedFrom", \.removedFrom)
      type.field("isConstant", \.isConstant)
      type.field("bytes", \.bytes)
      type.field("supplement", \.supplement)
      type.field("typeName", \.value.typeName)
      type.field("description", \.value.description)
    }
  }

  func record(into encoder: inout RecordEncoder) {
    recordCompared(into: &encoder)
    encoder.encode(value.typeName)
    encoder.encode(value.description)
  }

  /// Writes the parts that a replay compares. The type's name may differ between builds.
  func recordCompared(into encoder: inout RecordEncoder) {
    encoder.encode(number)
    encoder.encode(value.key)
    encoder.encode(removedFrom)
    encoder.encode(isConstant)
    encoder.append(counted: value.bytes)
    encoder.append(counted: value.supplement)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    number = try decoder.decode()
    let key: String = try decoder.decode()
    removedFrom = try decoder.decode()
    isConstant = try decoder.decode()
    let (bytes, supplement) = (Array(try decoder.counted()), Array(try decoder.counted()))
    value = DescribedValue(
      key: key, typeName: try decoder.decode(), description: try decoder.decode(), bytes: bytes,
      supplement: supplement)
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard recordedBytes != old.recordedBytes else { return false }
    record(into: &encoder)
    return true
  }
}

extension SharedRoot {
  /// Returns the root with its value, written like an encoder writes values; `nil` if the value
  /// cannot be recorded.
  init?(
    _ root: any SharedReading, number: Int, in supplement: SupplementEncoder,
    like encoder: inout RecordEncoder
  ) {
    let key = (root as? any AnySharedBox)?.keyName
    func described<Value>(_ root: some SharedReading<Value>) -> DescribedValue? {
      func described<Recorded: Recordable>(_ type: Recorded.Type) -> DescribedValue? {
        (root.value(.current) as? Recorded).map { DescribedValue(of: $0, key: key ?? "") }
      }
      return (Value.self as? any Recordable.Type).flatMap { described($0) }
    }
    guard let value = described(root) else { return nil }
    self.number = number
    removedFrom = root.removedFrom.map {
      SharedIdentity($0, cell: nil, in: supplement.objects)
    }
    isConstant = !(root is any AnySharedBox)
    self.value = value.written(like: &encoder, supplement.inner())
  }
}
