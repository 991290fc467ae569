public import Foundation
import ValueDump

/// How values become snapshots: what is taken of them, how it is kept, and how it is compared.
///
///     assertSnapshot(of: "Count: 0", as: .lines)
///     assertSnapshot(of: Profile.State(name: "Blob"), as: .dump)
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
  ///     extension Snapshotting where Value == URL, Format == String {
  ///       static var path: Self { Snapshotting<String, String>.lines.pullback { $0.path } }
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

extension Snapshotting where Value == String, Format == String {
  /// Keeps text, and compares it line by line.
  public static var lines: Self {
    Self(pathExtension: "txt", diffing: .lines)
  }
}

extension Snapshotting where Format == String {
  /// Keeps what a value says of itself.
  public static var description: Self {
    SimplySnapshotting.lines.pullback(String.init(describing:))
  }

  /// Keeps the value with everything in it, one field a line, as `customDump` prints it.
  public static var dump: Self {
    SimplySnapshotting.lines.pullback { String(customDumping: $0) }
  }
}

extension Snapshotting where Value: Encodable, Format == String {
  /// Keeps the value as JSON, its keys sorted.
  public static var json: Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return json(encoder)
  }

  /// Keeps the value as JSON that an encoder makes, which must sort the keys.
  public static func json(_ encoder: JSONEncoder) -> Self {
    var strategy = SimplySnapshotting.lines.pullback { (value: Value) in
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    strategy.pathExtension = "json"
    return strategy
  }
}

/// How a format of snapshots is kept in files, and how two snapshots are told apart.
///
///     let lengths = Diffing<Int>(
///       toData: { Data("\($0)".utf8) },
///       fromData: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 },
///       diff: { $0 == $1 ? nil : "\($0) is not \($1)" })
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

extension Diffing where Value == String {
  /// Keeps text in UTF-8, and compares it line by line.
  public static var lines: Self {
    Self(
      toData: { Data($0.utf8) },
      fromData: { data in
        guard let text = String(validating: data, as: UTF8.self) else { throw NotText() }
        return text
      },
      diff: { diffLines($0, $1, format: .proportional) })
  }
}

private struct NotText: Error, CustomStringConvertible {
  var description: String { "it is no text in UTF-8" }
}
