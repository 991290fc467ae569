import SessionLog

/// One of several parts of a corpus, counted from 1.
///
/// The logs of a part are chosen by their names alone, so that a new log moves no other.
package struct Shard: Hashable, Sendable {
  /// Which part it is, from 1.
  package let index: Int
  /// How many parts there are.
  package let count: Int

  /// A part of several; `nil` if there is no such part.
  package init?(_ index: Int, of count: Int) {
    guard 1 <= index, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads a part of several, as `1/3`; `nil` if the text is not one.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index, of: count)
  }

  /// Whether the log of a name is in the part: the CRC-32 of the name decides.
  func holds(_ name: some Collection<UInt8>) -> Bool {
    Int(checksum(of: Array(name))) % count == index - 1
  }
}

extension Shard: CustomStringConvertible {
  /// The part as `1/3`.
  package var description: String { "\(index)/\(count)" }
}
