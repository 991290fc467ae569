/// The list of the blocks that a finished log ends with.
struct LogIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    static let length = 21

    var offset: UInt64
    var firstStep: UInt64
    var stepCount: UInt32
    var startsWithKeyframe: Bool
  }

  static let prefixLength = 12

  var stepCount: UInt64
  var entries: [Entry]

  init(_ blocks: [BlockInfo]) {
    stepCount = blocks.last.map { $0.firstStep - 1 + UInt64($0.stepCount) } ?? 0
    entries = blocks.map {
      Entry(
        offset: $0.offset, firstStep: $0.firstStep, stepCount: UInt32($0.stepCount),
        startsWithKeyframe: $0.startsWithKeyframe)
    }
  }
}
