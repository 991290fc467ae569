/// A run of steps, as it is handed to the writer.
package struct LogBlock: Equatable, Sendable {
  /// The payload: a keyframe if the block starts with one, then the steps.
  package var bytes: [UInt8]
  /// The number of the first step in the block; the first of the log is 1.
  package var firstStep: UInt64
  /// How many steps the block holds; may be none, for a keyframe alone.
  package var stepCount: Int
  /// Whether the payload begins with a keyframe.
  package var startsWithKeyframe: Bool
  /// Whether the steps before the first, up to those of the block before, are not known.
  package var followsGap: Bool
  /// Whether the last step was being reduced when the app ended.
  package var endsUnfinished: Bool
  /// Whether more steps were written behind the last, which cannot be read.
  package var isTorn: Bool
  /// The milliseconds that its steps took.
  package var duration: UInt64

  /// The number of the last step in the block, or of the step before it if it holds none.
  var lastStep: UInt64 { firstStep + UInt64(stepCount) - 1 }

  /// Describes a block by all its parts.
  package init(
    bytes: [UInt8], firstStep: UInt64, stepCount: Int, startsWithKeyframe: Bool,
    followsGap: Bool = false, endsUnfinished: Bool = false, isTorn: Bool = false,
    duration: UInt64 = 0
  ) {
    self.bytes = bytes
    self.firstStep = firstStep
    self.stepCount = stepCount
    self.startsWithKeyframe = startsWithKeyframe
    self.followsGap = followsGap
    self.endsUnfinished = endsUnfinished
    self.isTorn = isTorn
    self.duration = duration
  }
}

/// Where a block is in the file and which steps it holds.
package struct BlockInfo: Equatable, Sendable {
  /// The offset of the block's first byte in the file.
  package var offset: UInt64
  /// The bytes that the block takes in the file.
  package var memberLength: Int
  /// The bytes of the payload, inflated; `nil` while only the index, which leaves it out, was read.
  package var rawLength: Int?
  /// The number of the block's first step; the first of the log is 1.
  package var firstStep: UInt64
  /// How many steps the block holds; none if it is a keyframe alone.
  package var stepCount: Int
  /// Whether the payload begins with a keyframe.
  package var startsWithKeyframe: Bool
  /// Whether the steps before the first, up to those of the block before, were lost.
  package var followsGap: Bool
  /// How many of the numbers before the first step are of no step of the log: those before a later
  /// start, and those that all gaps so far leave out.
  package var missingSteps: UInt64
  /// The number of the member in the file: the header is 0 and the first block 1.
  package var sequence: Int

  /// How many steps of the log precede the first.
  package var wholeStepsBefore: UInt64 { firstStep - 1 - missingSteps }

  /// The number of the last step, or of the one before the first if there is none.
  package var lastStep: UInt64 { firstStep - 1 + UInt64(stepCount) }

  /// The offset of the byte after the block.
  var end: UInt64 { offset + UInt64(memberLength) }

  /// Describes a block by all its parts.
  package init(
    offset: UInt64, memberLength: Int, rawLength: Int?, firstStep: UInt64, stepCount: Int,
    startsWithKeyframe: Bool, followsGap: Bool = false, missingSteps: UInt64 = 0, sequence: Int
  ) {
    self.offset = offset
    self.memberLength = memberLength
    self.rawLength = rawLength
    self.firstStep = firstStep
    self.stepCount = stepCount
    self.startsWithKeyframe = startsWithKeyframe
    self.followsGap = followsGap
    self.missingSteps = missingSteps
    self.sequence = sequence
  }

  init(_ header: MemberHeader, at offset: UInt64, missingSteps: UInt64) {
    self.init(
      offset: offset, memberLength: Int(header.memberLength), rawLength: Int(header.rawLength),
      firstStep: header.position, stepCount: Int(header.stepCount),
      startsWithKeyframe: header.startsWithKeyframe, followsGap: header.followsGap,
      missingSteps: missingSteps, sequence: Int(header.sequence))
  }
}
