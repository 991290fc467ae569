import RecordCoding
import SchemaEvolution

extension SessionHeader {
  /// Returns whether the additional data in a log's keyframes has the same types as this header's.
  func readsSupplements(of log: SessionHeader) -> Bool {
    let (mine, theirs) = (supplements ?? [], log.supplements ?? [])
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).allSatisfy { mine, theirs in
      SchemaDifference.first(from: log.schema, theirs, to: schema, mine) == nil
    }
  }
}
