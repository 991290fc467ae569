import RecordCoding
import RecordedValues
public import SchemaEvolution

/// The migrations that lead from a log's version to the current one, in order.
struct MigrationChain {
  let migrations: [SessionMigration]
  let from: Int
  let to: Int

  /// Creates the chain for a log; `nil` if no migration applies.
  init?(of all: [SessionMigration], from: Int, to: Int) {
    guard from < to else { return nil }
    migrations = all.filter { (from..<to).contains($0.version) }.sorted { $0.version < $1.version }
    if migrations.isEmpty { return nil }
    self.from = from
    self.to = to
  }
}

/// A resolution that migrates values of a log, and then reads them as the current type.
struct MigratedValueResolution {
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

/// A migration of logs from one version of an app's types to the next.
///
/// Migrations cover changes that names, initial values and conversions next to the types can't
/// express:
///
///     SessionMigration(from: 1) { state in
///       state["counter"]?["count"] = state["count"]
///     } action: { action in
///       if action.caseName == "reset" {
///         action = .choice("counter", [.init(nil, .choice("reset", []))])
///       }
///     }
///
/// A migration must be deterministic. It can't add or remove steps.
public struct SessionMigration: Sendable {
  /// The version of the logs that the migration applies to; it converts them to the next version.
  public let version: Int
  let state: @Sendable (inout RecordedTree) -> Void
  let action: @Sendable (inout RecordedTree) -> Void
  let sharedValue: @Sendable (_ key: String, inout RecordedTree) -> Void

  /// Creates a migration from a version to the next one.
  ///
  /// `sharedValue` receives the values that reducers read from keys of `@Shared`, such as
  /// `fileStorage("~/Documents/notes.json")`. Shared values in a state are migrated with the state.
  public init(
    from version: Int, state: @escaping @Sendable (inout RecordedTree) -> Void = { _ in },
    action: @escaping @Sendable (inout RecordedTree) -> Void = { _ in },
    sharedValue:
      @escaping @Sendable (_ key: String, _ value: inout RecordedTree) -> Void = { _, _ in }
  ) {
    self.version = version
    self.state = state
    self.action = action
    self.sharedValue = sharedValue
  }
}
