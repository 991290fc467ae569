/// A part of a file that is left out: spaces take its place, so that each line and column stays.
package struct Cut: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case framework
    case interface
    case preview
    case attribute
    case conformance
    case declaration
    case body
    case liveValue = "live value"
    case effect
    case test
    case feature
    /// A part that is not left out: the program of `--recordable` needs a word there.
    case recording
  }

  /// The bytes in the app's file.
  let range: Range<Int>
  package let kind: Kind
  /// The name of the declaration, or the words that are left out.
  package let name: String
  package let reason: String
  package let line: Int
  /// The text at the beginning of the range.
  var replacement = ""
}

/// The cuts of one file. None contains another.
package struct Cuts: Codable, Equatable, Sendable {
  package private(set) var all: [Cut] = []

  package init() {}

  /// Adds a cut unless it is within another, and returns whether it was added.
  @discardableResult
  mutating func add(_ cut: Cut) -> Bool {
    guard !all.contains(where: { $0.range.isSuperset(of: cut.range) }) else { return false }
    all.removeAll { cut.range.isSuperset(of: $0.range) || cut.range.overlaps($0.range) }
    all.append(cut)
    all.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return true
  }

  func contains(_ offset: Int) -> Bool { all.contains { $0.range.contains(offset) } }

  func covers(_ range: Range<Int>) -> Bool { all.contains { $0.range.isSuperset(of: range) } }

  /// The cuts within a range, which may be the whole range.
  func within(_ range: Range<Int>) -> [Cut] { all.filter { range.isSuperset(of: $0.range) } }
}

extension Range<Int> {
  func isSuperset(of other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
