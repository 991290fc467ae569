public import Foundation
import ValueDump

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
