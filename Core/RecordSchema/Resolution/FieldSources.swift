import RecordCoding

/// Where fields of today may come from, apart from an old field of the same name.
struct FieldSources {
  let formerNames: [String: [String]]
  let conversions: [String: [FieldConversion]]
  private let initialValues: [String: TypeHistory.Initial]
  private let initialPayload: [Int: TypeHistory.Initial]

  /// What a structure says of its fields; nothing for a tuple.
  init(_ history: TypeHistory = TypeHistory()) {
    formerNames = history.formerNames
    conversions = history.conversions
    initialValues = history.initialValues
    initialPayload = [:]
  }

  /// What an enumeration says of the associated values of a case.
  init(_ history: TypeHistory, payloadOf name: String) {
    formerNames = [:]
    conversions = [:]
    initialValues = [:]
    initialPayload = history.initialPayloads[name] ?? [:]
  }

  /// The value that a field takes if an older log does not hold it.
  func initialValue(
    of field: RecordField, at index: Int, in schema: Schema
  ) -> RecordedValue? {
    guard let initial = initialPayload[index] ?? field.name.flatMap({ initialValues[$0] }) else {
      if case .optional = field.type { return RecordedValue.none }
      return nil
    }
    let encoder = initial()
    guard encoder.failure == nil else { return nil }
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: field.type, in: schema)
  }
}
