/// Which adjacent blocks become one when a log is compacted.
struct MergePlan {
  /// Runs of positions in the list of blocks, in order and without a gap; most hold one.
  let groups: [Range<Int>]
  /// Whether any blocks become one.
  var mergesAnything: Bool { groups.contains { $0.count > 1 } }

  /// Merges as long as the raw bytes stay within `limit` and no keyframe would come to stand inside.
  init(_ blocks: [BlockInfo], limit: Int) {
    var groups: [Range<Int>] = []
    var total = 0
    var stepCount = 0
    for (position, block) in blocks.enumerated() {
      // A block of unknown length is left alone.
      let length = block.rawLength ?? limit + 1
      if let last = groups.last, !block.startsWithKeyframe, total + length <= limit,
        stepCount + block.stepCount <= Int(LogFormat.maximumField)
      {
        groups[groups.count - 1] = last.lowerBound..<position + 1
        total += length
        stepCount += block.stepCount
      } else {
        groups.append(position..<position + 1)
        total = length
        stepCount = block.stepCount
      }
    }
    self.groups = groups
  }
}
