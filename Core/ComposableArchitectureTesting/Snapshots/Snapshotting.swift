/// How values become snapshots: what is taken of them, how it is kept, and how it is compared.
public struct Snapshotting<Value, Format> {
  /// The extension of the names of files that keep snapshots, without a dot.
  public var pathExtension: String?
  /// How snapshots are kept and compared.
  public var diffing: Diffing<Format>
  /// The snapshot of a value.
  public var snapshot: (Value) throws -> Format

  /// Creates a way to make snapshots.
  public init(
    pathExtension: String?, diffing: Diffing<Format>,
    snapshot: @escaping (_ value: Value) throws -> Format
  ) {
    self.pathExtension = pathExtension
    self.diffing = diffing
    self.snapshot = snapshot
  }

  /// Makes snapshots of another type, by way of a value of this one.
  ///
  ///     extension Snapshotting where Value == Screen, Format == String {
  ///       static var text: Self { Snapshotting<String, String>.lines.pullback(\.text) }
  ///     }
  public func pullback<NewValue>(
    _ transform: @escaping (_ otherValue: NewValue) throws -> Value
  ) -> Snapshotting<NewValue, Format> {
    Snapshotting<NewValue, Format>(pathExtension: pathExtension, diffing: diffing) {
      try snapshot(transform($0))
    }
  }
}

/// A way to make snapshots of values that are snapshots themselves.
public typealias SimplySnapshotting<Format> = Snapshotting<Format, Format>

extension Snapshotting where Value == Format {
  /// Creates a way to keep values as they are.
  public init(pathExtension: String?, diffing: Diffing<Format>) {
    self.init(pathExtension: pathExtension, diffing: diffing) { $0 }
  }
}
