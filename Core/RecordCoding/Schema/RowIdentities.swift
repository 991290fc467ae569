/// The identities of the rows of lists, as the app's own types compute them.
///
/// A schema knows an identity that is a stored property `id`. One that is computed, such as
/// `var id: String { name }`, only the type itself can tell.
package struct RowIdentities: Sendable {
  /// How a type of rows tells the identity of one.
  package struct Identity: Sendable {
    /// The type of the identity, in a schema of its own.
    package let type: TypeReference
    package let schema: Schema
    /// Reads a row, and writes its identity; nothing if the row cannot be read.
    package let identify: @Sendable (_ row: [UInt8]) -> [UInt8]?
  }

  /// The identities by the type of the rows.
  package private(set) var byType: [TypeReference: Identity] = [:]

  /// Creates identities of no types.
  package init() {}

  mutating func add<Row: Identifiable & Recordable>(_ row: Row.Type, as type: TypeReference) {
    guard byType[type] == nil, let id = Row.ID.self as? any Recordable.Type else { return }
    func describe<ID: Recordable>(_ id: ID.Type) -> (TypeReference, Schema) {
      let builder = SchemaBuilder()
      let type = builder.reference(to: ID.self)
      return (type, builder.schema)
    }
    let (idType, schema) = describe(id)
    byType[type] = Identity(type: idType, schema: schema) { bytes in
      var decoder = RecordDecoder(bytes)
      guard let row = try? decoder.decode(Row.self), let id = row.id as? any Recordable else {
        return nil
      }
      var encoder = RecordEncoder()
      encoder.encode(id)
      return encoder.bytes
    }
  }
}
