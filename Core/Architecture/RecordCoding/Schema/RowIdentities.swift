/// The identities of list rows that the app's types compute, as in `var id: String { name }`. A
/// schema only has stored identities.
package struct RowIdentities: Sendable {
  package struct Identity: Sendable {
    /// The type of the identity, in a separate schema.
    package let type: TypeReference
    package let schema: Schema
    /// Reads a row and returns the bytes of its identity, or `nil` if the row cannot be read.
    package let identify: @Sendable (_ row: [UInt8]) -> [UInt8]?
  }

  package private(set) var byType: [TypeReference: Identity] = [:]

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
      return id.recordedBytes
    }
  }
}
