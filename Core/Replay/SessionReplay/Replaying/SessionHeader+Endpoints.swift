import SchemaEvolution

extension SessionHeader {
  /// Returns a log's index of each endpoint; `nil` for those that it lacks or has with other types.
  package func endpointIndices(in log: SessionHeader) -> [Int?] {
    (endpoints ?? []).map { endpoint in
      (log.endpoints ?? []).firstIndex { other in
        endpoint.name == other.name && endpoint.isStream == other.isStream
          && endpoint.types.count == other.types.count
          && zip(endpoint.types, other.types).allSatisfy { type, otherType in
            SchemaDifference.first(from: log.schema, otherType, to: schema, type) == nil
          }
      }
    }
  }
}
