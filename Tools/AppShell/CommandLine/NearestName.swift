/// Finds the name that a person may have meant.
enum NearestName {
  /// The name with the fewest changed letters, if they are no more than a third of it.
  static func to(_ name: String, among names: [String]) -> String? {
    let letters = Array(name.lowercased().prefix(64))
    let limit = max(1, letters.count / 3)
    return names.map { (distance: distance(letters, Array($0)), name: $0) }
      .filter { $0.distance <= limit || (letters.count > 1 && $0.name.hasPrefix(name)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// How many letters are inserted, removed, replaced, or swapped with the next one.
  ///
  /// This is the optimal string alignment distance: `jbos` is one swap away from `jobs`.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var current = [i + 1]
      for (j, otherLetter) in other.enumerated() {
        var fewest = min(
          last[j] + (letter == otherLetter ? 0 : 1), last[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == otherLetter {
          fewest = min(fewest, beforeLast[j - 1] + 1)
        }
        current.append(fewest)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
