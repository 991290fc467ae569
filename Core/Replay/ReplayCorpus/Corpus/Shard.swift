import SessionLog

/// A part of a corpus, such as the first of three.
///
/// The part of a log depends on its name alone, so that adding a log moves no other.
package struct Shard: Hashable, Sendable {
  package let index: Int
  package let count: Int

  package init?(_ index: Int, of count: Int) {
    guard 1 <= index, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses a part such as `1/3`; `nil` if the text is invalid.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index, of: count)
  }

  /// Returns whether the part contains a log, according to the CRC-32 of its name.
  func holds(_ name: some Collection<UInt8>) -> Bool {
    Int(checksum(of: Array(name))) % count == index - 1
  }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(index)/\(count)" }
}
