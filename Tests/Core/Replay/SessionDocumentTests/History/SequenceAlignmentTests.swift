import DependencyInjection
import SessionDocument
import TestSupport
import Testing

@Suite("Aligned sequences")
struct SequenceAlignmentTests {
  private func sequence(_ count: Int, _ letters: Int, _ generator: inout SeededGenerator)
    -> [UInt64]
  {
    (0..<count).map { _ in UInt64(generator.below(letters)) }
  }

  /// Returns the maximum number of elements that two sequences share, found by exhaustive search.
  private func longestCommon(_ first: [UInt64], _ second: [UInt64]) -> Int {
    var row = Array(repeating: 0, count: second.count + 1)
    for element in first {
      var diagonal = 0
      for (index, other) in second.enumerated() {
        let above = row[index + 1]
        row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[second.count]
  }

  /// Checks that the elements between hunks are equal, and returns their number.
  private func common(
    _ first: [UInt64], _ second: [UInt64], _ alignment: SequenceAlignment
  ) -> Int {
    var (x, y, count) = (0, 0, 0)
    for hunk in alignment.hunks {
      #expect(hunk.first.lowerBound >= x && hunk.second.lowerBound >= y)
      #expect(first[x..<hunk.first.lowerBound] == second[y..<hunk.second.lowerBound])
      count += hunk.first.lowerBound - x
      (x, y) = (hunk.first.upperBound, hunk.second.upperBound)
    }
    #expect(first[x...] == second[y...])
    count += first.count - x
    return count
  }

  @Test("Random sequences are aligned with a maximum of common elements", arguments: 0..<300)
  func longest(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = 1 + generator.below(6)
    let first = sequence(generator.below(40), letters, &generator)
    let second = sequence(generator.below(40), letters, &generator)
    let alignment = SequenceAlignment(first, second)
    #expect(common(first, second, alignment) == longestCommon(first, second))
  }

  @Test("Long sequences with few common elements are still aligned")
  func cutOff() {
    var generator = SeededGenerator(seed: 1)
    let first = sequence(20_000, 1_000, &generator)
    let second = sequence(20_000, 1_000, &generator)
    #expect(common(first, second, SequenceAlignment(first, second)) > 0)
  }

  @Test("An element missing from a long sequence is the only difference")
  func leftOut() {
    let first = (0..<100_000).map { UInt64($0 % 7) }
    var second = first
    second.remove(at: 70_003)
    let hunks = SequenceAlignment(first, second).hunks
    #expect(hunks.count == 1)
    #expect(hunks.first?.first.count == 1)
    #expect(hunks.first?.second.isEmpty == true)
  }
}
