import RecordCoding
import RecordSchema

/// The migrations that lead from a log's version to today's, in order.
struct MigrationChain {
  let migrations: [SessionMigration]
  let from: Int
  let to: Int

  /// The chain for a log; `nil` if nothing is to be done.
  init?(of all: [SessionMigration], from: Int, to: Int) {
    guard from < to else { return nil }
    migrations = all.filter { (from..<to).contains($0.version) }.sorted { $0.version < $1.version }
    if migrations.isEmpty { return nil }
    self.from = from
    self.to = to
  }
}

/// How values of a log are migrated, and then read as today's type.
struct MigratedValueResolution {
  /// The schema of the log, and the type in it.
  let schema: Schema
  let type: TypeReference
  let steps: [@Sendable (inout RecordedTree) -> Void]
  let resolver: SchemaResolver
  let newType: TypeReference

  func resolve(
    _ value: RecordedValue, filling: RecordedValue?
  ) throws(ResolutionError) -> RecordedValue {
    var tree = RecordedTree(value, as: type, in: schema)
    for step in steps { step(&tree) }
    return try resolver.value(of: tree, as: newType, filling: filling)
  }
}
