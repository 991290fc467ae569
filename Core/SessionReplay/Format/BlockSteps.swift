import RecordCoding

/// A block taken apart: where in its payload the keyframe and the parts of its steps are.
struct BlockSteps: Sendable {
  /// The payload; all ranges are of offsets in it.
  let payload: [UInt8]
  /// The state with which the block begins, if it does.
  let keyframe: Range<Int>?
  /// What the keyframe holds beside the state, if it may hold any.
  let supplement: Range<Int>?
  /// The steps, as they were handed to the log together.
  let chunks: [StepChunk]

  /// The number of steps.
  var stepCount: Int { chunks.reduce(0) { $0 + $1.stepCount } }

  /// Takes a payload apart.
  init(
    _ payload: [UInt8], startsWithKeyframe: Bool, hasSupplement: Bool = true
  ) throws(BadBlock) {
    self.payload = payload
    var decoder = RecordDecoder(payload)
    keyframe = startsWithKeyframe ? try BadBlock.reading { try decoder.countedRange() } : nil
    supplement =
      startsWithKeyframe && hasSupplement
      ? try BadBlock.reading { try decoder.countedRange() } : nil
    var chunks: [StepChunk] = []
    var stepCount = 0
    while !decoder.isAtEnd {
      let chunk = try StepChunk(from: &decoder)
      stepCount += chunk.stepCount
      // What a step takes when it is taken apart is more than the bytes it may be written in.
      guard stepCount <= StepChunk.maximumStepCount else { throw .badStepCount(stepCount) }
      chunks.append(chunk)
    }
    self.chunks = chunks
  }
}
