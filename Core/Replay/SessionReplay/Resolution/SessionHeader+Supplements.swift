import RecordCoding
import SchemaEvolution
import SessionModel

extension SessionHeader {
  /// The types of the additional data, except the types of references. The references in logs of
  /// all versions can be read.
  private var supplementsOfValues: [TypeReference] {
    (supplements ?? []).filter { type in
      let name = schema.definition(of: type)?.name ?? ""
      return !["SharedIdentity", "SharedRoot"].contains { name.hasSuffix($0) }
    }
  }

  /// Returns whether the additional data in a log's keyframes has the same types as this header's.
  func readsSupplements(of log: SessionHeader) -> Bool {
    let (mine, theirs) = (supplementsOfValues, log.supplementsOfValues)
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).allSatisfy { mine, theirs in
      SchemaDifference.first(from: log.schema, theirs, to: schema, mine) == nil
    }
  }
}
