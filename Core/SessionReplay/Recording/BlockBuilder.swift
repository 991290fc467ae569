import ComposableArchitecture
import RecordCoding
import SessionLog

/// Puts steps together into blocks, and begins a block with a keyframe when one is due.
struct BlockBuilder: Sendable {
  /// A block is ended when it has this many bytes.
  static let blockLength = 64 << 10

  private var encoder = RecordEncoder()
  private var firstStep: UInt64 = 1
  private var stepCount = 0
  private var startsWithKeyframe = false
  private var keyframeLength = 0
  private var bytesSinceKeyframe = 0

  /// Whether there is nothing to be written.
  var isEmpty: Bool { encoder.bytes.isEmpty }

  /// Whether the block has reached its length.
  var isFull: Bool { encoder.bytes.count >= Self.blockLength }

  /// Whether the steps since the last keyframe take so much that a new one is worth its bytes.
  var needsKeyframe: Bool { bytesSinceKeyframe > max(Self.blockLength, 4 * keyframeLength) }

  /// Begins the block with a state.
  mutating func appendKeyframe<State: Recordable>(_ state: State) throws(RecordEncodingError) {
    encoder.encode(state)
    if let failure = encoder.failure {
      encoder.reset()
      throw failure
    }
    startsWithKeyframe = true
    keyframeLength = encoder.bytes.count
    bytesSinceKeyframe = 0
  }

  /// Adds a step; one that cannot be recorded leaves no trace.
  mutating func append<State: Recordable, Action: Recordable>(
    _ step: StepRecord<State, Action>
  ) throws(RecordEncodingError) {
    let start = encoder.bytes.count
    step.record(into: &encoder)
    if let failure = encoder.failure ?? step.draws.failure {
      encoder.rewind(to: start)
      throw failure
    }
    stepCount += 1
    bytesSinceKeyframe += encoder.bytes.count - start
  }

  /// Gives the block and begins the next one.
  mutating func take() -> LogBlock {
    defer {
      firstStep += UInt64(stepCount)
      stepCount = 0
      startsWithKeyframe = false
      encoder = RecordEncoder()
    }
    return LogBlock(
      bytes: encoder.bytes, firstStep: firstStep, stepCount: stepCount,
      startsWithKeyframe: startsWithKeyframe)
  }
}
