/// A run of steps, as passed to the writer.
package struct LogBlock: Equatable, Sendable {
  /// The payload: an optional keyframe, followed by the steps.
  package var bytes: [UInt8]
  /// The number of the first step. The first step of a log is 1.
  package var firstStep: UInt64
  /// The number of steps. 0 if the block contains only a keyframe.
  package var stepCount: Int
  package var startsWithKeyframe: Bool
  /// Whether the steps between the previous block and this one are unknown.
  package var followsGap: Bool
  /// Whether the last step was being reduced when the app ended.
  package var endsUnfinished: Bool
  /// Whether unreadable steps follow the last one.
  package var isTorn: Bool
  /// The total duration of the steps in milliseconds.
  package var duration: UInt64

  /// The number of the last step, or of the preceding step if the block has none.
  var lastStep: UInt64 { firstStep + UInt64(stepCount) - 1 }

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

/// The location of a block in the file, and the steps it contains.
package struct BlockInfo: Equatable, Sendable {
  package var offset: UInt64
  /// The length of the block in the file, in bytes.
  package var memberLength: Int
  /// The length of the inflated payload in bytes. `nil` if only the index was read, which omits it.
  package var rawLength: Int?
  package var firstStep: UInt64
  package var stepCount: Int
  package var startsWithKeyframe: Bool
  /// Whether steps between the previous block and this one were lost.
  package var followsGap: Bool
  /// The number of step numbers before the block that a later start or gaps leave out.
  package var missingSteps: UInt64
  /// The number of the member in the file: the header is 0 and the first block 1.
  package var sequence: Int

  /// The number of steps of the log before the block.
  package var wholeStepsBefore: UInt64 { firstStep - 1 - missingSteps }

  /// The number of the last step, or of the preceding step if the block has none.
  package var lastStep: UInt64 { firstStep - 1 + UInt64(stepCount) }

  var end: UInt64 { offset + UInt64(memberLength) }

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
