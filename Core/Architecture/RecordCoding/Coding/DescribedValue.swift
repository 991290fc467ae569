import Foundation
import Platform

/// A value that is written with the description of its type, as a `Data`.
///
/// Unlike the types of states and actions, the type is known only when the value is written. It may
/// have changed when the value is read.
package struct DescribedValue: Sendable {
  /// The name of the key, empty without one.
  package let key: String
  /// The mangled name of the type, by which the same build finds it. Empty for a private type.
  package let typeName: String
  /// The description of the type as JSON. Empty if it is not known, as in logs of version 0.1.
  package let description: String
  /// The parts of the value that only keyframes store.
  package let supplement: [UInt8]
  /// The encoded value. Empty for a value that has yet to be written.
  package let bytes: [UInt8]

  private let write: (@Sendable (inout RecordEncoder, SupplementEncoder) -> Void)?

  /// Creates the description of a value. Secrets are replaced when the value is written.
  package init<Value: Recordable>(of value: Value, key: String) {
    // Unchecked: from here on, the value is only read.
    nonisolated(unsafe) let value = value
    write = { encoder, supplement in
      encoder.supplement = supplement
      encoder.encode(value)
    }
    self.key = key
    let type = TypeDescription.of(Value.self)
    (typeName, description) = (type.name, type.text)
    (bytes, supplement) = ([], [])
  }

  package init(
    key: String, typeName: String = "", description: String = "", bytes: [UInt8],
    supplement: [UInt8] = []
  ) {
    self.key = key
    self.typeName = typeName
    self.description = description
    self.bytes = bytes
    self.supplement = supplement
    write = nil
  }

  /// Returns the value and its supplement. Replaces secrets in them like an encoder.
  package func written(
    like encoder: inout RecordEncoder, _ supplement: SupplementEncoder
  ) -> DescribedValue {
    guard let write else { return self }
    var part = encoder.inner(supplement)
    write(&part, supplement)
    if let failure = part.failure { encoder.fail(failure) }
    return DescribedValue(
      key: key, typeName: typeName, description: description, bytes: part.bytes,
      supplement: supplement.encoded)
  }

  /// The value without its description, for a reader with the same type.
  package var withoutDescription: DescribedValue {
    DescribedValue(key: key, bytes: bytes, supplement: supplement)
  }

  /// Whether the value was read from a log.
  package var isFromLog: Bool { write == nil }

  /// The current type with the recorded name; `nil` if there is none.
  package var type: (any Recordable.Type)? { _typeByName(typeName) as? any Recordable.Type }

  /// Returns whether the value was written with the current description of a type.
  package func hasDescription<Value: Recordable>(of type: Value.Type) -> Bool {
    description == TypeDescription.of(type).text
  }

  /// Reads the value. Its description must be the description of its type.
  ///
  /// `objects` are the objects that its references share with other values.
  package func value<Value: Recordable>(
    as type: Value.Type = Value.self, sharing objects: DecodedObjects = DecodedObjects()
  ) -> Value? {
    var decoder = RecordDecoder(bytes)
    decoder.supplement = try? KeyframeSupplement(
      supplement, in: supplement.indices, ofStateAt: 0, objects: objects)
    guard let value = try? decoder.decode(Value.self), decoder.isAtEnd else { return nil }
    return value
  }
}

extension DescribedValue: Recordable {
  package static func describe(in schema: SchemaBuilder) -> TypeReference { .data }

  package func record(into encoder: inout RecordEncoder) {
    encoder.append(counted: written(like: &encoder, SupplementEncoder()).content)
  }

  package init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(content: Array(try decoder.counted()))
  }

  /// The bytes before a description. No common value begins with them.
  private static let mark: [UInt8] = [0xC0, 0xDE, 0x56, 0x31]

  /// The description and the bytes of the value.
  package var content: [UInt8] {
    guard write == nil else {
      var encoder = RecordEncoder()
      return written(like: &encoder, SupplementEncoder()).content
    }
    var encoder = RecordEncoder()
    encoder.append(contentsOf: Self.mark)
    encoder.encode(key)
    encoder.encode(typeName)
    encoder.encode(description)
    encoder.append(counted: bytes)
    encoder.append(counted: supplement)
    return encoder.bytes
  }

  /// Reads a description and a value. A log of version 0.1 has the bytes of the value alone.
  package init(content: [UInt8]) {
    self = Self.described(content) ?? DescribedValue(key: "", bytes: content)
  }

  private static func described(_ content: [UInt8]) -> DescribedValue? {
    var decoder = RecordDecoder(content)
    guard decoder.skip(mark), let key = try? decoder.text(), let typeName = try? decoder.text(),
      let description = try? decoder.text(), let bytes = try? decoder.counted(),
      let supplement = try? decoder.counted(), decoder.isAtEnd
    else { return nil }
    return DescribedValue(
      key: key, typeName: typeName, description: description, bytes: Array(bytes),
      supplement: Array(supplement))
  }

  /// Writes all bytes if any of them differ.
  package func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard content != old.content else { return false }
    record(into: &encoder)
    return true
  }
}

/// The description of a type by its name and its schema.
package struct TypeDescription: Codable, Sendable {
  package let schema: Schema
  package let type: TypeReference

  /// Reads a description; `nil` if it is invalid.
  package init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = read
  }

  fileprivate init<Value: Recordable>(describing type: Value.Type) {
    let builder = SchemaBuilder()
    self.type = builder.reference(to: type)
    schema = builder.schema
  }

  package init(schema: Schema, type: TypeReference) {
    (self.schema, self.type) = (schema, type)
  }

  /// Returns the type with the same names in a different schema; `nil` if it lacks one of them.
  package func type(in other: Schema) -> TypeReference? {
    type.map { index in
      other.types.firstIndex { $0.name == schema.types[index].name }.map { .named($0) }
    }
  }

  private static let known = Mutex<[ObjectIdentifier: (name: String, text: String)]>([:])

  fileprivate static func of<Value: Recordable>(_ type: Value.Type) -> (name: String, text: String)
  {
    let key = ObjectIdentifier(type)
    if let known = known.withLock({ $0[key] }) { return known }
    // A schema consists of strings and numbers, which always encode.
    guard let json = try? JSONEncoder.canonical.encode(Self(describing: type)) else {
      preconditionFailure("no JSON for a schema")
    }
    // The name of a private type contains an address, and does not find the type.
    let name = _mangledTypeName(type).flatMap { _typeByName($0) == nil ? nil : $0 } ?? ""
    let description = (name, String(decoding: json, as: UTF8.self))
    known.withLock { $0[key] = description }
    return description
  }
}
