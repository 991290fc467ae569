import RecordCoding
import SessionLog

/// When a block ends, and whether the next begins with a keyframe.
///
/// A damaged byte costs its block, and the steps from there to the next keyframe. So blocks are short
/// at first and grow with the log: one has at most 256 steps, or a twelfth of those before it. A log
/// of which only the last part is kept has keyframes at regular distances, at which it is cut.
struct KeyframePolicy {
  /// A block is ended when its entries have this many bytes.
  static let blockLength = 192 << 10
  /// The first blocks have this many steps.
  private static let leastStepCount = 256
  /// No block has more steps, so that any of them is found soon.
  static let mostStepCount = 8192
  /// A block is at most this part of the steps before it, where these are many.
  private static let share: UInt64 = 12
  /// A keyframe of so many bytes stands at the beginning of every long block.
  private static let smallKeyframe = 16 << 10
  /// A larger one is written when the steps since the last take so many times as much.
  private static let largeKeyframeDistance = 3

  /// How many steps the block that is being filled may have.
  private var stepLimit: Int
  private let lengthLimit: Int
  /// The milliseconds after which a block is ended, however few its steps.
  let duration: UInt64
  private var stepCount: UInt64 = 0
  private var keyframeLength = 0
  private var bytesSinceKeyframe = 0
  private(set) var stepsSinceKeyframe = 0
  /// The steps from one keyframe to the next, where the log is cut at them.
  private let distance: Int?

  /// Begins a log of which so much is kept.
  init(retention: LogRetention = .everything) {
    let part = retention.ringLimits.map { Int(clamping: $0.part) }
    (distance, lengthLimit, duration) =
      switch retention {
      case .everything: (nil, Self.blockLength, .max)
      case .steps: (part, Self.blockLength, .max)
      case .milliseconds: (Self.mostStepCount, Self.blockLength, part.map { UInt64($0) } ?? .max)
      case .bytes: (Self.mostStepCount, part ?? Self.blockLength, .max)
      }
    stepLimit = distance ?? Self.leastStepCount
  }

  /// Whether a block of so many bytes and steps has reached its length.
  @inline(__always)
  func isFull(length: Int, stepCount: Int) -> Bool {
    length >= lengthLimit || stepCount >= stepLimit
  }

  /// Notes the end of a block; returns whether the next is to begin with a keyframe.
  ///
  /// A large state is written when the steps since the last time take several times as much.
  mutating func endBlock(length: Int, stepCount: Int) -> Bool {
    self.stepCount += UInt64(stepCount)
    bytesSinceKeyframe += length
    stepsSinceKeyframe += stepCount
    if let distance {
      // After a block that ended early, the next ends where it would have ended.
      stepLimit = distance - Int(self.stepCount % UInt64(distance))
      return true
    }
    // With one step a block, as where each is brought to the disk, not every block is worth one.
    let isLong = bytesSinceKeyframe >= Self.blockLength || stepsSinceKeyframe >= stepLimit
    stepLimit = Int(
      min(
        max(self.stepCount / Self.share, UInt64(Self.leastStepCount)),
        UInt64(Self.mostStepCount)))
    let isWorthIt =
      keyframeLength <= Self.smallKeyframe
      || bytesSinceKeyframe > Self.largeKeyframeDistance * keyframeLength
    return isLong && isWorthIt
  }

  /// Notes a keyframe of so many bytes.
  mutating func noteKeyframe(length: Int) {
    keyframeLength = length
    bytesSinceKeyframe = 0
    stepsSinceKeyframe = 0
  }
}

/// The whole state, as a block begins with it.
enum Keyframe {
  /// The bytes of a state and of its supplement, each with its length.
  static func bytes(
    of state: some Recordable, _ redaction: Redaction
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
