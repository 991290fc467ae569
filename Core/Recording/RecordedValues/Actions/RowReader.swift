package import RecordCoding

/// A reader of row identities: the stored property `id`, or the value that the app's types compute.
package struct RowReader: Sendable {
  package let schema: Schema
  let identities: RowIdentities

  func hasID(_ type: TypeReference, of idType: TypeReference) -> Bool {
    if let stored = schema.idType(of: type) { return stored == idType }
    return computed(type, as: idType) != nil
  }

  package func id(
    of row: RecordedValue, as type: TypeReference, idType: TypeReference
  ) -> RecordedValue? {
    if schema.idType(of: type) != nil { return schema.id(of: row, as: type, idType: idType) }
    guard let identity = computed(type, as: idType) else { return nil }
    var encoder = RecordEncoder()
    encoder.encode(row, as: type, in: schema)
    guard encoder.failure == nil, let bytes = identity.identify(encoder.bytes) else { return nil }
    var decoder = RecordDecoder(bytes)
    return try? decoder.decodeValue(of: idType, in: schema)
  }

  private func computed(
    _ type: TypeReference, as idType: TypeReference
  ) -> RowIdentities.Identity? {
    guard let identity = identities.byType[type] else { return nil }
    // The identity has its own schema, so named types are compared by name.
    let name = identity.schema.definition(of: identity.type)?.name
    let isSame =
      name.map { $0 == schema.definition(of: idType)?.name } ?? (identity.type == idType)
    return isSame ? identity : nil
  }
}
