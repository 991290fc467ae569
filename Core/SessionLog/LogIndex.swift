/// The list of the blocks that a finished log ends with.
struct LogIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    static let length = 21

    var offset: UInt64
    var firstStep: UInt64
    var stepCount: UInt32
    var startsWithKeyframe: Bool
    var followsGap: Bool
  }

  static let prefixLength = 12

  /// How many steps there are, without those that were lost.
  var stepCount: UInt64
  var entries: [Entry]

  /// The number of the last step; `nil` if it is too great to be one.
  var lastStep: UInt64? {
    guard let last = entries.last else { return 0 }
    let (next, overflows) = last.firstStep.addingReportingOverflow(UInt64(last.stepCount))
    return overflows || next == 0 ? nil : next - 1
  }

  init(_ blocks: [BlockInfo]) {
    stepCount = blocks.last.map { $0.lastStep - $0.lostSteps } ?? 0
    entries = blocks.map {
      Entry(
        offset: $0.offset, firstStep: $0.firstStep, stepCount: UInt32($0.stepCount),
        startsWithKeyframe: $0.startsWithKeyframe, followsGap: $0.followsGap)
    }
  }
}
