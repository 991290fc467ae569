import RecordCoding
package import RecordSchema

/// Bounds the memory of a state that is read by its schema alone, and of what its steps make of it.
///
/// A few bytes of a file may stand for many of a state, and each of these for a value of many bytes. A
/// state may take what a small log never needs, and what a large one pays for by its compressed length.
package struct StateMemory {
  /// What any state may take, in bytes.
  package static let least = 8 << 20
  /// What it may take beyond that for each byte of its blocks in the file.
  static let bytesPerByte = 256
  /// What changes may move of any state, in bytes: a small log repeats a few bytes very often.
  static let leastMoves = 8 << 30
  /// What they may move beyond that for each byte of their blocks in the file.
  static let movesPerByte = 512 << 10

  /// What is left for the values of the next change.
  private(set) var left = Self.first
  /// How much must be left, or the state is measured: only then it counts what changes took away.
  private var leastLeft = Self.least / 2

  /// What the state may take with which a block of a length in the file starts.
  package static func ofKeyframe(memberLength: Int) -> ValueMemory {
    ValueMemory(limit: least + bytesPerByte * memberLength)
  }

  private static var first: ValueMemory {
    var memory = ValueMemory(limit: least)
    memory.limitMoves(to: leastMoves)
    return memory
  }

  /// What the state takes, or less: what changes took away is counted now and then.
  var taken: Int { left.limit - left.left }

  /// Notes that the changes of a block come next.
  mutating func read(memberLength: Int) {
    left.allowMoves(of: Self.movesPerByte * memberLength)
  }

  /// Begins anew with what a state has left.
  mutating func begin(_ left: ValueMemory) {
    self.left = left.moving(asMuchAs: self.left)
    leastLeft = left.left / 2
  }

  /// Goes on to a block without a keyframe.
  mutating func goOn(memberLength: Int) {
    left.grow(by: Self.bytesPerByte * memberLength)
  }

  /// Returns what the next change of a state may take.
  mutating func room(beside state: RecordedValue) -> ValueMemory {
    if left.left < leastLeft {
      begin(ValueMemory(limit: left.limit, beside: state))
    }
    return left
  }

  /// Makes a change of a state, for whose new values there must be room.
  mutating func change(
    _ state: inout RecordedValue,
    _ change: (inout RecordedValue, inout ValueMemory) throws(BadBlock) -> Void
  ) throws(BadBlock) {
    left = room(beside: state)
    try change(&state, &left)
  }
}

/// Bounds what the steps of a log can make of a state, which is more than the log is long.
///
/// A recorder begins with a new keyframe when the steps since the last are four times as long, each
/// counted in full. A hostile log says a step once and repeats it without end.
package struct ExpansionLimit {
  /// How long the steps behind a keyframe may be in any case, in bytes.
  static let least = 1 << 20
  /// How many times as long as the keyframe they may be beyond that.
  static let keyframes = 8

  private var left = 0

  /// Begins before the first block.
  package init() {}

  /// Passes a block, and refuses it if its steps are too long in all.
  package mutating func pass(_ block: BlockSteps) throws(BadBlock) {
    if let keyframe = block.keyframe { left = Self.least + Self.keyframes * keyframe.count }
    let length = block.chunks.reduce(0) { $0 + $1.length }
    left += block.payload.count - length
    guard left >= 0 else { throw .tooManyRepetitions(length: length) }
  }
}
