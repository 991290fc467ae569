import SchemaEvolution
package import SessionModel

extension SessionHeader {
  /// Returns a log's index of each endpoint; `nil` for one that it lacks or has with different
  /// types.
  ///
  /// Clients of one type are distinguished by their keys, which older logs do not have.
  package func endpointIndices(in log: SessionHeader) -> [Int?] {
    (endpoints ?? []).map { endpoint in
      (log.endpoints ?? []).firstIndex { other in
        endpoint.typeName == other.typeName && endpoint.hasKey(of: other)
          && endpoint.isStream == other.isStream
          && endpoint.types.count == other.types.count
          && zip(endpoint.types, other.types).allSatisfy { type, otherType in
            SchemaDifference.first(from: log.schema, otherType, to: schema, type) == nil
          }
      }
    }
  }
}

extension SessionHeader.Endpoint {
  fileprivate func hasKey(of other: SessionHeader.Endpoint) -> Bool {
    guard let key, let otherKey = other.key else { return true }
    return key == otherKey
  }
}
