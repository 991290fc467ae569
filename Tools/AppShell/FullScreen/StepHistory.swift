/// The last steps of a session as lines of text.
package struct StepHistory: Equatable, Sendable {
  /// Older steps than this many are forgotten.
  package static let limit = 200
  /// No screen is as wide as this: what a line has beyond it would be laid out in vain each time.
  package static let width = 1000

  private var ring: [String] = []
  private var next = 0
  /// How many steps there were.
  package private(set) var count = 0

  /// Begins with no steps.
  package init() {}

  /// Adds a step.
  package mutating func append(_ line: String) {
    let line = String(line.prefix(Self.width))
    if ring.count < Self.limit { ring.append(line) } else { ring[next] = line }
    next = (next + 1) % Self.limit
    count += 1
  }

  /// The last lines, at most so many, the oldest first.
  package func last(_ count: Int) -> [String] {
    let count = min(max(0, count), ring.count)
    return (0..<count).map { ring[(next - count + $0 + Self.limit) % Self.limit] }
  }
}
