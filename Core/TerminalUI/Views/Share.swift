/// Gives each of several views its share of a length.
enum Share {
  /// What each view gets: the inflexible ones what they want, in order, and the others what is left.
  ///
  /// `wanted` is asked only of inflexible views, with what is left for them.
  static func lengths(
    of total: Int, isFlexible: [Bool], spacing: Int, wanted: (_ index: Int, _ room: Int) -> Int
  ) -> [Int] {
    var used = 0
    var lengths = isFlexible.indices.map { index in
      guard !isFlexible[index] else { return 0 }
      // What comes later does not take the room of what comes first, not even for its gaps.
      let room = max(0, total - used - spacing * index)
      let length = min(room, wanted(index, room))
      used += length
      return length
    }
    var rest = max(0, total - used - spacing * max(0, isFlexible.count - 1))
    let flexible = isFlexible.indices.filter { isFlexible[$0] }
    for (place, index) in flexible.enumerated() {
      lengths[index] = rest / (flexible.count - place)
      rest -= lengths[index]
    }
    return lengths
  }
}
