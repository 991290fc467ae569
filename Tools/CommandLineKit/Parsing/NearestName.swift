package enum NearestName {
  /// Returns the name with the smallest edit distance, if that is at most a third of the length.
  package static func to(_ name: String, among names: [String]) -> String? {
    let letters = Array(name.lowercased().prefix(64))
    let limit = max(1, letters.count / 3)
    return names.map { (distance: distance(letters, Array($0)), name: $0) }
      .filter { $0.distance <= limit || (letters.count > 1 && $0.name.hasPrefix(name)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// Returns the optimal string alignment distance: `jbos` is one swap away from `jobs`.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var current = [i + 1]
      for (j, otherLetter) in other.enumerated() {
        var minimum = min(
          last[j] + (letter == otherLetter ? 0 : 1), last[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == otherLetter {
          minimum = min(minimum, beforeLast[j - 1] + 1)
        }
        current.append(minimum)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
