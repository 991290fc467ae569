import RecordCoding
import SessionLog
import SessionModel

/// The rules for ending a block, and for starting the next one with a keyframe.
///
/// A damaged byte costs its block, and the steps from there to the next keyframe. Blocks are
/// therefore short at first and grow with the log: each has at most 256 steps, or a twelfth of the
/// steps before it. A log with limited retention is cut at regular keyframes.
struct KeyframePolicy {
  /// The maximum number of steps in the first blocks.
  private static let minStepCount = 256
  /// The ratio of the steps before a block to the maximum number of steps in it.
  private static let share: UInt64 = 12
  /// The maximum length in bytes of a keyframe that is written at the start of every long block.
  private static let smallKeyframe = 16 << 10
  /// A large keyframe is written once the steps since the last one take this many times its space.
  private static let largeKeyframeDistance = 3

  private var stepLimit: Int
  private let lengthLimit: Int
  /// The number of milliseconds after which a block ends, however few its steps are.
  let duration: UInt64
  private var stepCount: UInt64 = 0
  private var keyframeLength = 0
  private var bytesSinceKeyframe = 0
  private(set) var stepsSinceKeyframe = 0
  /// The number of steps between keyframes, if the log is cut at keyframes.
  private let distance: Int?

  init(retention: LogRetention = .everything) {
    let part = retention.ringLimits.map { Int(clamping: $0.part) }
    (distance, lengthLimit, duration) =
      switch retention {
      case .everything: (nil, StepAssembly.maxLength, .max)
      case .steps: (part, StepAssembly.maxLength, .max)
      case .milliseconds:
        (StepAssembly.maxStepCount, StepAssembly.maxLength, part.map { UInt64($0) } ?? .max)
      case .bytes: (StepAssembly.maxStepCount, part ?? StepAssembly.maxLength, .max)
      }
    stepLimit = distance ?? Self.minStepCount
  }

  /// Returns whether a block of this length and number of steps is full.
  @inline(__always)
  func isFull(length: Int, stepCount: Int) -> Bool {
    length >= lengthLimit || stepCount >= stepLimit
  }

  /// Returns whether the next block should start with a keyframe. A large state is written once the
  /// steps since the last keyframe take several times its space.
  mutating func endBlock(length: Int, stepCount: Int) -> Bool {
    self.stepCount += UInt64(stepCount)
    bytesSinceKeyframe += length
    stepsSinceKeyframe += stepCount
    if let distance {
      // After a block that ended early, the next one ends where that block would have ended.
      stepLimit = distance - Int(self.stepCount % UInt64(distance))
      return true
    }
    // If each block has one step, as when syncing each step, not every block is worth a keyframe.
    let isLong = bytesSinceKeyframe >= StepAssembly.maxLength || stepsSinceKeyframe >= stepLimit
    stepLimit = Int(
      min(
        max(self.stepCount / Self.share, UInt64(Self.minStepCount)),
        UInt64(StepAssembly.maxStepCount)))
    let isWorthwhile =
      keyframeLength <= Self.smallKeyframe
      || bytesSinceKeyframe > Self.largeKeyframeDistance * keyframeLength
    return isLong && isWorthwhile
  }

  mutating func noteKeyframe(length: Int) {
    keyframeLength = length
    bytesSinceKeyframe = 0
    stepsSinceKeyframe = 0
  }
}

enum Keyframe {
  /// Returns the bytes of a state and of its supplement, each preceded by its length.
  static func bytes(
    of state: some Recordable, _ redaction: RedactionMode
  ) throws(RecordEncodingError) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.redaction = redaction
    let supplement = SupplementEncoder()
    encoder.supplement = supplement
    encoder.encode(state)
    if let failure = encoder.failure { throw failure }
    var counted = RecordEncoder()
    encoder.withUnsafeBytes { bytes in
      counted.append(count: bytes.count)
      counted.append(contentsOf: bytes)
    }
    counted.append(counted: supplement.encoded)
    return counted.bytes
  }
}
