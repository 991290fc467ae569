import Foundation
import RecordCoding
import ReplayCorpus

/// A range of seeds, such as `1..1000`, or all seeds from a first one, such as `5..`.
package struct SeedRange: Hashable, Sendable {
  /// A larger seed could not be read from the file of a failure.
  private static let maxSeed = BoundedJSON.limit - 1

  package let first: UInt64
  /// The last seed; `nil` for a range without an end.
  package let last: UInt64?

  package init(first: UInt64, last: UInt64?) {
    (self.first, self.last) = (first, last)
  }

  /// Parses a range; `nil` if the text is invalid.
  package init?(_ text: String) {
    let parts = text.components(separatedBy: "..")
    let numbers = parts.map { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? UInt64(part) : nil
    }
    guard parts.count == 2, let first = numbers[0], first <= Self.maxSeed else { return nil }
    if parts[1].isEmpty {
      self.init(first: first, last: nil)
    } else {
      guard let last = numbers[1], first <= last, last <= Self.maxSeed else { return nil }
      self.init(first: first, last: last)
    }
  }

  /// Returns every seed of a shard.
  func seeds(of shard: Shard?) -> some Sequence<UInt64> {
    let (index, count) = (UInt64(shard?.index ?? 1), UInt64(shard?.count ?? 1))
    let last = last ?? Self.maxSeed
    return sequence(first: first + index - 1) { $0 + count }.lazy.prefix { $0 <= last }
  }

  /// Returns the number of seeds of a shard; `nil` for a range without an end.
  func count(of shard: Shard?) -> UInt64? {
    let (index, count) = (UInt64(shard?.index ?? 1), UInt64(shard?.count ?? 1))
    return last.map { last in
      let start = first + index - 1
      return start > last ? 0 : (last - start) / count + 1
    }
  }
}

extension IteratorProtocol {
  /// Returns the next elements, at most the given number.
  mutating func next(_ count: Int) -> [Element] {
    var elements: [Element] = []
    while elements.count < count, let element = next() { elements.append(element) }
    return elements
  }
}
