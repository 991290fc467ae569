import IdentifiedArrays
import RecordCoding
import RecordedValues

/// A list whose rows statements access by their identities.
private protocol SourceRows {
  static var identityType: Any.Type { get }
  /// Returns the encoded identity of an encoded row.
  static func identity(ofRow bytes: [UInt8]) -> [UInt8]?
}

extension IdentifiedArray: SourceRows
where Element: Identifiable & Recordable, ID == Element.ID {
  fileprivate static var identityType: Any.Type { ID.self }

  fileprivate static func identity(ofRow bytes: [UInt8]) -> [UInt8]? {
    (Element(decoding: bytes)?.id as? any Recordable)?.recordedBytes
  }
}

/// The identity of the rows of a list, which is a stored property or computed.
struct RowIdentity {
  let type: TypeReference
  let swift: Any.Type?
  /// Returns the identity of a row.
  let id: (RecordedValue) -> RecordedValue?
}

extension SwiftSource {
  /// Returns the identity of a list's rows, or `nil` if source code cannot state it.
  func identity(ofRows row: TypeReference, in list: Any.Type?) -> RowIdentity? {
    guard let list = list as? any SourceRows.Type else { return nil }
    let schema = schema
    if let (_, type) = schema.idField(of: row) {
      return RowIdentity(type: type, swift: list.identityType) { schema.id(of: $0, as: row) }
    }
    // A computed identity is not in the schema of the state, so its type must need none.
    guard let identity = list.identityType as? any Recordable.Type else { return nil }
    let builder = SchemaBuilder()
    let type = builder.reference(to: identity)
    guard SourceTypes.takesLiteral(identity, of: type), type.parts.isEmpty else { return nil }
    return RowIdentity(type: type, swift: identity) { value in
      guard let bytes = list.identity(ofRow: schema.bytes(of: value, as: row)) else { return nil }
      var decoder = RecordDecoder(bytes)
      return try? decoder.decodeValue(of: type, in: builder.schema)
    }
  }
}
