/// A semantic version, without its build metadata.
struct Version: Comparable {
  let numbers: [Int]
  private let prerelease: String

  init(_ text: String) {
    let parts = text.split(separator: "+")[0].split(separator: "-", maxSplits: 1)
    let numbers = parts.first.map { $0.split(separator: ".").map { Int($0) ?? 0 } } ?? []
    self.numbers = Array((numbers + [0, 0, 0]).prefix(3))
    prerelease = parts.count > 1 ? String(parts[1]) : ""
  }

  /// Parses the name of a tag; `nil` if it isn't a released version.
  init?(tag: String) {
    let text = tag.hasPrefix("v") ? String(tag.dropFirst()) : tag
    guard text.split(separator: ".").count >= 2,
      text.split(separator: ".").allSatisfy({ Int($0) != nil })
    else { return nil }
    self.init(text)
  }

  var text: String { numbers.map(String.init).joined(separator: ".") }
  var nextMajor: Version { Version("\(numbers[0] + 1).0.0") }
  var nextMinor: Version { Version("\(numbers[0]).\(numbers[1] + 1).0") }

  static func < (one: Version, other: Version) -> Bool {
    guard one.numbers == other.numbers else {
      return one.numbers.lexicographicallyPrecedes(other.numbers)
    }
    return !one.prerelease.isEmpty
      && (other.prerelease.isEmpty || one.prerelease < other.prerelease)
  }
}
