import RecordCoding
package import RecordedValues
package import SessionModel

/// A limit on the memory of a state that is read with only its schema, and of its changes.
///
/// A few bytes of a file can expand to many bytes of a state, each of which can become a value of
/// many bytes in memory. Every state gets an allowance that a small log never exhausts. A large log
/// gets more, in proportion to its compressed length.
package struct StateMemory {
  /// The number of bytes that any state may take.
  package static let minLimit = 8 << 20
  /// The number of further bytes that a state may take for each byte of its blocks in the file.
  static let bytesPerByte = 256
  /// The bytes that changes may move in any state. A small log can repeat such a change often.
  static let minMoves = 8 << 30
  /// The number of further bytes that changes may move for each byte of their blocks in the file.
  static let movesPerByte = 512 << 10

  private(set) var left = Self.first
  /// The remaining memory below which the state is measured again, to reclaim the memory of removed
  /// values.
  private var minLeft = Self.minLimit / 2

  /// Returns the limit for the state at the start of a block with a length in the file.
  package static func ofKeyframe(memberLength: Int) -> ValueMemory {
    ValueMemory(limit: minLimit + bytesPerByte * memberLength)
  }

  private static var first: ValueMemory {
    var memory = ValueMemory(limit: minLimit)
    memory.limitMoves(to: minMoves)
    return memory
  }

  /// The memory of the state in bytes: an upper bound until removed values are subtracted.
  var taken: Int { left.limit - left.left }

  mutating func read(memberLength: Int) {
    left.allowMoves(of: Self.movesPerByte * memberLength)
  }

  /// Restarts with the memory remaining after a state, and keeps the limit of moves.
  mutating func begin(_ left: ValueMemory) {
    self.left = left.withMoves(of: self.left)
    minLeft = left.left / 2
  }

  mutating func grow(memberLength: Int) {
    left.grow(by: Self.bytesPerByte * memberLength)
  }

  mutating func remaining(beside state: RecordedValue) -> ValueMemory {
    if left.left < minLeft {
      begin(ValueMemory(limit: left.limit, beside: state))
    }
    return left
  }

  /// Applies a change to a state. The new values must fit into the remaining memory.
  mutating func change(
    _ state: inout RecordedValue,
    _ change: (inout RecordedValue, inout ValueMemory) throws(BadBlock) -> Void
  ) throws(BadBlock) {
    left = remaining(beside: state)
    try change(&state, &left)
  }
}

/// A limit on the expanded length of steps.
///
/// A recorder writes a new keyframe when the steps are four times as long as the last keyframe. A
/// hostile log, however, can store a step once and repeat it without end.
package struct ExpansionLimit {
  /// The number of bytes that the steps after any keyframe may take.
  static let minLimit = 1 << 20
  /// The number of further bytes that they may take for each byte of the keyframe.
  static let bytesPerKeyframeByte = 8

  private var left = 0

  package init() {}

  /// Counts a block, and throws an error if the steps are too long in total.
  package mutating func pass(_ block: BlockSteps) throws(BadBlock) {
    if let keyframe = block.keyframe {
      left = Self.minLimit + Self.bytesPerKeyframeByte * keyframe.count
    }
    let length = block.chunks.reduce(0) { $0 + $1.length }
    left += block.payload.count - length
    guard left >= 0 else { throw .tooManyRepetitions(length: length) }
  }
}
