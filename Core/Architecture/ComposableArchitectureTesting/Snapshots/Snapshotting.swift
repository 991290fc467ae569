public import Foundation
import ValueDump

/// A strategy that creates snapshots of values, and specifies how to store and compare them.
///
///     assertSnapshot(of: "Count: 0", as: .lines)
///     assertSnapshot(of: Profile.State(name: "Blob"), as: .dump)
public struct Snapshotting<Value, Format> {
  /// The extension of snapshot files, without a dot.
  public var pathExtension: String?
  /// The storage and the comparison of snapshots.
  public var diffing: Diffing<Format>
  /// Returns the snapshot of a value.
  public var snapshot: (Value) throws -> Format

  /// Creates a strategy from its parts.
  public init(
    pathExtension: String?, diffing: Diffing<Format>,
    snapshot: @escaping (_ value: Value) throws -> Format
  ) {
    self.pathExtension = pathExtension
    self.diffing = diffing
    self.snapshot = snapshot
  }

  /// Returns a strategy that first transforms values of a different type into values of this one.
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

/// A strategy for values that are their own snapshots.
public typealias SimplySnapshotting<Format> = Snapshotting<Format, Format>

extension Snapshotting where Value == Format {
  /// Creates a strategy for values that are their own snapshots.
  public init(pathExtension: String?, diffing: Diffing<Format>) {
    self.init(pathExtension: pathExtension, diffing: diffing) { $0 }
  }
}

extension Snapshotting where Value == String, Format == String {
  /// A strategy that stores text and compares it line by line.
  public static var lines: Self {
    Self(pathExtension: "txt", diffing: .lines)
  }
}

extension Snapshotting where Format == String {
  /// A strategy that stores the description of a value.
  public static var description: Self {
    SimplySnapshotting.lines.pullback(String.init(describing:))
  }

  /// A strategy that stores the whole value, one field per line, in the format of `customDump`.
  public static var dump: Self {
    SimplySnapshotting.lines.pullback { String(customDumping: $0) }
  }
}

extension Snapshotting where Value: Encodable, Format == String {
  /// A strategy that stores the value as JSON with sorted keys.
  public static var json: Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return json(encoder)
  }

  /// Returns a strategy that stores the value as JSON from an encoder, which must sort the keys.
  public static func json(_ encoder: JSONEncoder) -> Self {
    var strategy = SimplySnapshotting.lines.pullback { (value: Value) in
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    strategy.pathExtension = "json"
    return strategy
  }
}

/// A format that specifies how snapshots are stored in files and compared.
///
///     let lengths = Diffing<Int>(
///       toData: { Data("\($0)".utf8) },
///       fromData: { Int(String(decoding: $0, as: UTF8.self)) ?? 0 },
///       diff: { $0 == $1 ? nil : "\($0) is not \($1)" })
public struct Diffing<Value> {
  /// Returns the file contents for a snapshot.
  public var toData: (Value) throws -> Data
  /// Returns the snapshot in a file's contents, or throws an error if there is none.
  public var fromData: (Data) throws -> Value
  /// Returns the difference between a stored and a new snapshot, or `nil` if they are equal.
  public var diff: (_ reference: Value, _ actual: Value) -> String?

  /// Creates a format from its conversions and its comparison.
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
  /// A format that stores text in UTF-8 and compares it line by line.
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
  var description: String { "it is not UTF-8 text" }
}
