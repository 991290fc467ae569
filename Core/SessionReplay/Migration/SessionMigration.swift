public import RecordCoding
public import RecordSchema

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
