import DependencyInjection

/// The actions that the user of one session prefers.
///
/// A user who tries everything gets far in nothing. Sessions in which only some actions occur reach
/// more states together (A. Groce et al., Swarm Testing, 2012).
struct UserFocus {
  /// The number of preferred actions to try before others.
  private static let tryCount = 8

  /// The indices of the preferred actions. If there are none, all are equal.
  private let indices: [Int]

  /// Chooses among the paths of an app's actions: all of them, half of them, or the actions of one
  /// or two features.
  init(
    among paths: [String], excluding isExcluded: (String) -> Bool,
    _ generator: inout SeededGenerator
  ) {
    let allowed = paths.indices.filter { !isExcluded(paths[$0]) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: indices = []
    case 1: indices = allowed.filter { _ in Bool.random(using: &generator) }
    default:
      var features: [Substring] = []
      for index in allowed where !features.contains(paths[index].feature) {
        features.append(paths[index].feature)
      }
      let chosen = features.shuffled(using: &generator)
        .prefix(Int.random(in: 1...2, using: &generator))
      indices = allowed.filter { chosen.contains(paths[$0].feature) }
    }
  }

  /// Draws the indices of actions to try first. A few acts of a session are of a different kind.
  func candidates(_ generator: inout SeededGenerator) -> [Int] {
    guard !indices.isEmpty, Int.random(in: 0..<16, using: &generator) > 0 else { return [] }
    return (0..<Self.tryCount).map { _ in
      indices[Int.random(in: 0..<indices.count, using: &generator)]
    }
  }
}

extension String {
  /// The first name of a path, which names a feature in most apps.
  fileprivate var feature: Substring { prefix { $0 != "." } }
}
