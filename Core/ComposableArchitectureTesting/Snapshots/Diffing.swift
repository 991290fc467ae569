public import Foundation

/// How a format of snapshots is kept in files, and how two snapshots are told apart.
public struct Diffing<Value> {
  /// The bytes of a file that keeps the snapshot.
  public var toData: (Value) throws -> Data
  /// The snapshot that a file keeps; throws for a file that keeps none.
  public var fromData: (Data) throws -> Value
  /// What differs between a snapshot that was kept and a new one; nil if nothing does.
  public var diff: (_ reference: Value, _ actual: Value) -> String?

  /// Creates a way to keep and to compare snapshots.
  public init(
    toData: @escaping (Value) throws -> Data, fromData: @escaping (Data) throws -> Value,
    diff: @escaping (_ reference: Value, _ actual: Value) -> String?
  ) {
    self.toData = toData
    self.fromData = fromData
    self.diff = diff
  }
}
