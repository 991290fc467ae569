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

  /// The number of the last step in the block, or of the step before it if it holds none.
  var lastStep: UInt64 { firstStep + UInt64(stepCount) - 1 }

  /// Describes a block by all its parts.
  package init(
    bytes: [UInt8], firstStep: UInt64, stepCount: Int, startsWithKeyframe: Bool,
    followsGap: Bool = false, endsUnfinished: Bool = false, isTorn: Bool = false
  ) {
    self.bytes = bytes
    self.firstStep = firstStep
    self.stepCount = stepCount
    self.startsWithKeyframe = startsWithKeyframe
    self.followsGap = followsGap
    self.endsUnfinished = endsUnfinished
    self.isTorn = isTorn
  }
}
