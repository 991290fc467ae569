import RecordCoding
public import RecordSchema

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

/// What becomes of a log of one version of an app's types in the next.
///
/// For what names, initial values and conversions beside the types cannot say:
///
///     SessionMigration(from: 1) { state in
///       state["counter"]?["count"] = state["count"]
///     } action: { action in
///       if action.caseName == "reset" { action = .choice("counter", [.init(nil, .choice("reset", []))]) }
///     }
///
/// A migration must give the same for the same. Steps are neither added nor left out.
public struct SessionMigration: Sendable {
  /// The version of the logs that it takes; it makes them of the next.
  public let version: Int
  let state: @Sendable (inout RecordedTree) -> Void
  let action: @Sendable (inout RecordedTree) -> Void

  /// Creates a migration from a version to the next.
  public init(
    from version: Int, state: @escaping @Sendable (inout RecordedTree) -> Void = { _ in },
    action: @escaping @Sendable (inout RecordedTree) -> Void = { _ in }
  ) {
    self.version = version
    self.state = state
    self.action = action
  }
}
