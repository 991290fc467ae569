/// Finds the name that a person may have meant.
enum NearestName {
  /// The name with the fewest letters to change, if they are no more than a third of it.
  static func to(_ name: String, among names: [String]) -> String? {
    let letters = Array(name.lowercased().prefix(64))
    let limit = max(1, letters.count / 3)
    return names.map { (distance: distance(letters, Array($0)), name: $0) }
      .filter { $0.distance <= limit || (letters.count > 1 && $0.name.hasPrefix(name)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// How many letters must be put in, taken out or replaced: the Levenshtein distance.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var last = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var current = [i + 1]
      for (j, otherLetter) in other.enumerated() {
        current.append(
          min(last[j] + (letter == otherLetter ? 0 : 1), last[j + 1] + 1, current[j] + 1))
      }
      last = current
    }
    return last[other.count]
  }
}
