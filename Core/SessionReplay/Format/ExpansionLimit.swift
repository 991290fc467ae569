/// Bounds what the steps of a log can make of a state, which is more than the log is long.
///
/// A recorder begins with a new keyframe when the steps since the last are four times as long, each
/// counted in full. A hostile log says a step once and repeats it without end.
struct ExpansionLimit {
  /// How long the steps behind a keyframe may be in any case, in bytes.
  static let least = 1 << 20
  /// How many times as long as the keyframe they may be beyond that.
  static let keyframes = 8

  private var left = 0

  /// Passes a block, and refuses it if its steps are too long in all.
  mutating func pass(_ block: BlockSteps) throws(BadBlock) {
    if let keyframe = block.keyframe { left = Self.least + Self.keyframes * keyframe.count }
    let length = block.chunks.reduce(0) { $0 + $1.length }
    left += block.payload.count - length
    guard left >= 0 else { throw .tooManyRepetitions(length: length) }
  }
}
