/// An alignment of two sequences: the elements that both have, in order, and the elements that only
/// one has.
///
/// Myers: "An O(ND) Difference Algorithm and Its Variations", 1986, in linear space. If two ranges
/// have little in common, the search is cut off and split at the farthest point that it reached,
/// which bounds the time. The alignment is still correct, but not the shortest.
package struct SequenceAlignment: Sendable {
  /// A range of the first sequence and the range of the second that replaces it; one may be empty.
  package struct Hunk: Equatable, Sendable {
    package var first: Range<Int>
    package var second: Range<Int>
  }

  /// The number of differences after which a search is cut off.
  private static let maxSteps = 256
  /// The number of cut-off searches after which further searches are cut off at `minSteps`.
  ///
  /// The total time grows with the number of differences at which searches are cut off.
  private static let maxCutOffs = 256
  private static let minSteps = 48

  package private(set) var hunks: [Hunk] = []

  private let first: [UInt64]
  private let second: [UInt64]
  private var forward: [Int]
  private var backward: [Int]
  private var cutOffs = 0

  package init(_ first: [UInt64], _ second: [UInt64]) {
    self.first = first
    self.second = second
    let size = 2 * Self.maxSteps + 5
    forward = Array(repeating: 0, count: size)
    backward = forward
    align()
  }

  private mutating func align() {
    var work = [(0..<first.count, 0..<second.count)]
    while let (a, b) = work.popLast() {
      let (a, b) = trimmed(a, b)
      if a.isEmpty && b.isEmpty { continue }
      guard !a.isEmpty, !b.isEmpty, let (x, y) = middle(a, b) else {
        add(Hunk(first: a, second: b))
        continue
      }
      // The last entry is processed first, to find hunks in order.
      work.append((x..<a.upperBound, y..<b.upperBound))
      work.append((a.lowerBound..<x, b.lowerBound..<y))
    }
  }

  private mutating func add(_ hunk: Hunk) {
    if let last = hunks.last, last.first.upperBound == hunk.first.lowerBound,
      last.second.upperBound == hunk.second.lowerBound
    {
      hunks[hunks.count - 1] = Hunk(
        first: last.first.lowerBound..<hunk.first.upperBound,
        second: last.second.lowerBound..<hunk.second.upperBound)
    } else {
      hunks.append(hunk)
    }
  }

  private func trimmed(_ a: Range<Int>, _ b: Range<Int>) -> (Range<Int>, Range<Int>) {
    var (x, y) = (a.lowerBound, b.lowerBound)
    while x < a.upperBound, y < b.upperBound, first[x] == second[y] { (x, y) = (x + 1, y + 1) }
    var (endX, endY) = (a.upperBound, b.upperBound)
    while endX > x, endY > y, first[endX - 1] == second[endY - 1] {
      (endX, endY) = (endX - 1, endY - 1)
    }
    return (x..<endX, y..<endY)
  }

  /// Returns a point on a shortest path through both ranges; `nil` if splitting there gains
  /// nothing.
  private mutating func middle(_ a: Range<Int>, _ b: Range<Int>) -> (Int, Int)? {
    let (n, m) = (a.count, b.count)
    let delta = n - m
    let center = Self.maxSteps + 2
    let isOdd = delta % 2 != 0
    forward[center + 1] = 0
    backward[center + 1] = 0
    var best = (sum: 0, x: 0, y: 0)
    let limit = cutOffs < Self.maxCutOffs ? Self.maxSteps : Self.minSteps
    for d in 0...min((n + m + 1) / 2, limit) {
      for k in stride(from: -d, through: d, by: 2) {
        var x =
          k == -d || k != d && forward[center + k - 1] < forward[center + k + 1]
          ? forward[center + k + 1] : forward[center + k - 1] + 1
        var y = x - k
        while x < n, y < m, x >= 0, y >= 0,
          first[a.lowerBound + x] == second[b.lowerBound + y]
        { (x, y) = (x + 1, y + 1) }
        forward[center + k] = x
        if x <= n, y <= m, y >= 0, x + y > best.sum { best = (x + y, x, y) }
        let mirrored = delta - k
        if isOdd, abs(mirrored) <= d - 1, x + backward[center + mirrored] >= n, x <= n, y >= 0,
          y <= m
        {
          return split(a, b, x, y)
        }
      }
      for k in stride(from: -d, through: d, by: 2) {
        var x =
          k == -d || k != d && backward[center + k - 1] < backward[center + k + 1]
          ? backward[center + k + 1] : backward[center + k - 1] + 1
        var y = x - k
        while x < n, y < m, x >= 0, y >= 0,
          first[a.upperBound - 1 - x] == second[b.upperBound - 1 - y]
        { (x, y) = (x + 1, y + 1) }
        backward[center + k] = x
        let mirrored = delta - k
        if !isOdd, abs(mirrored) <= d, x + forward[center + mirrored] >= n, x <= n, y >= 0,
          y <= m
        {
          return split(a, b, n - x, m - y)
        }
      }
    }
    cutOffs += 1
    return split(a, b, best.x, best.y)
  }

  private func split(_ a: Range<Int>, _ b: Range<Int>, _ x: Int, _ y: Int) -> (Int, Int)? {
    guard x + y > 0, x + y < a.count + b.count else { return nil }
    return (a.lowerBound + x, b.lowerBound + y)
  }
}
