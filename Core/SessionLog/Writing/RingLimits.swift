/// How large the blocks of a ring are, in steps, milliseconds or bytes.
///
/// A ring is never larger than was asked by more than one block, an eighth of it. A block is written in
/// parts: beside what is in the file, one part is being filled and one waits to be written. The rest
/// of a block is for the part at which the file is cut, of which only the end was asked for. Fewer and
/// longer parts cost the program less, since each of them wakes the writer's thread.
package struct RingLimits: Equatable, Sendable {
  /// How many blocks a ring has.
  static let blockCount: UInt64 = 8
  /// How many parts a block of steps or time has.
  private static let partCount: UInt64 = 3
  /// No part is longer, so that any step is found soon.
  private static let (mostSteps, mostBytes): (UInt64, UInt64) = (8192, 192 << 10)

  /// What is kept.
  package let asked: UInt64
  /// How much larger the log may be, killed or alive.
  package let block: UInt64
  /// The most that is put into the file at a time.
  package let part: UInt64
  /// What the file may have before its oldest parts go.
  let mostInFile: UInt64

  /// The limits of a ring of steps, cut between parts, each of which ends at a multiple of its length.
  fileprivate init(steps count: UInt64) {
    let block = max(count / Self.blockCount, 128)
    self.init(asked: count, block: block, part: min(block / Self.partCount, Self.mostSteps))
  }

  /// The limits of a ring of time, of which a file keeps less than a part beyond what was asked.
  fileprivate init(milliseconds: UInt64) {
    let block = max(milliseconds / Self.blockCount, Self.partCount)
    self.init(asked: milliseconds, block: block, part: block / Self.partCount)
  }

  private init(asked: UInt64, block: UInt64, part: UInt64) {
    self.asked = asked
    self.block = block
    self.part = part
    mostInFile = asked + block - 2 * part
  }

  /// The limits of a ring of bytes, of which the file itself has no more than was asked.
  fileprivate init(bytes: UInt64) {
    asked = bytes
    block = max(bytes / Self.blockCount, 8 << 10)
    part = min(block / 2, Self.mostBytes)
    mostInFile = bytes
  }
}

extension LogRetention {
  /// The limits of a ring; `nil` if everything is kept.
  package var ringLimits: RingLimits? {
    switch self {
    case .everything: nil
    case .steps(let count): RingLimits(steps: count)
    case .milliseconds(let count): RingLimits(milliseconds: count)
    case .bytes(let count): RingLimits(bytes: count)
    }
  }
}
