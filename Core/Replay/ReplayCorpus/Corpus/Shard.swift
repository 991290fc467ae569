import SessionLog

/// A part of a corpus, such as the first of three.
///
/// The part of a log depends only on its name. Adding a log therefore moves no other log.
package struct Shard: Hashable, Sendable {
  /// The maximum number of parts. Arrays of batch systems have a few million tasks at most.
  package static let maxCount = 10_000_000

  package let index: Int
  package let count: Int

  package init?(_ index: Int, of count: Int) {
    guard 1 <= index, index <= count, count <= Self.maxCount else { return nil }
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

/// The shards of a replay or an exploration that have no results.
package struct MissingShards: CustomStringConvertible, Sendable {
  private let ranges: [ClosedRange<Int>]
  private let count: Int

  /// Creates the shards of `1...count` that are not in `present`. Returns `nil` if all are present.
  package init?(besides present: some Sequence<Int>, of count: Int) {
    var ranges: [ClosedRange<Int>] = []
    var next = 1
    for index in present.sorted() + [count + 1] {
      if next < index { ranges.append(next...(index - 1)) }
      next = index + 1
    }
    guard !ranges.isEmpty else { return nil }
    (self.ranges, self.count) = (ranges, count)
  }

  package var description: String {
    let list = ranges.flatMap { range in
      range.count > 2
        ? ["\(range.lowerBound) to \(range.upperBound)"] : range.map(String.init)
    }
    let isOne = ranges.count == 1 && ranges[0].count == 1
    return
      """
      the results of shard\(isOne ? "" : "s") \(list.joined(separator: ", ")) of \(count) are \
      missing
      """
  }
}
