package enum Spelling {
  /// Longer names are not compared, because they are not typed by hand.
  private static let lengthLimit = 200

  /// Returns up to three names with the most similar spelling, the most similar first.
  package static func nearest(to name: String, among names: [String]) -> [String] {
    let name = Array(name.lowercased().utf8.prefix(lengthLimit + 1))
    guard name.count <= lengthLimit else { return [] }
    let limit = max(1, name.count / 3)
    var seen: Set<String> = []
    var found: [(distance: Int, name: String)] = []
    for candidate in names where seen.insert(candidate).inserted {
      let other = Array(candidate.lowercased().utf8)
      guard abs(other.count - name.count) <= limit else { continue }
      let distance = distance(from: name, to: other)
      if distance <= limit { found.append((distance, candidate)) }
    }
    let best = found.map(\.distance).min() ?? 0
    // Names that are much less similar than the best one are unlikely to be meant.
    return found.filter { $0.distance <= best + 1 }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// Returns the restricted Damerau–Levenshtein distance, in which no letter is changed twice.
  private static func distance(from one: [UInt8], to other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var current = [i + 1]
      current.reserveCapacity(other.count + 1)
      for (j, otherLetter) in other.enumerated() {
        let replaced = last[j] + (letter == otherLetter ? 0 : 1)
        var distance = min(replaced, last[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == otherLetter {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
