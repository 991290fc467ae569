/// The limits of a ring and of its blocks, in steps, milliseconds or bytes.
///
/// A ring exceeds the requested size by at most one block, an eighth of that size. A block is
/// written in parts. In addition to the parts in the file, one part is being filled, and a second
/// part is waiting to be written. The rest of the block allows for the part at which the file is
/// cut, since only the end of that part was requested. Fewer and longer parts cost the program
/// less, since each wakes the writer queue.
package struct RingLimits: Equatable, Sendable {
  static let blockCount: UInt64 = 8
  /// The number of parts in a block of steps or milliseconds.
  private static let partCount: UInt64 = 3
  /// The maximum length of a part, which bounds the time to find a step.
  private static let (maxSteps, maxBytes): (UInt64, UInt64) = (8192, 192 << 10)

  package let requested: UInt64
  /// The maximum excess of the log over the requested size, even if the process is killed.
  package let block: UInt64
  /// The maximum amount that is added to the file at a time.
  package let part: UInt64
  /// The size of the file at which its oldest parts are removed.
  let maxInFile: UInt64

  /// Creates the limits of a ring of steps, whose parts end at multiples of their length.
  fileprivate init(steps count: UInt64) {
    let block = max(count / Self.blockCount, 128)
    self.init(requested: count, block: block, part: min(block / Self.partCount, Self.maxSteps))
  }

  /// Creates the limits of a ring of time, whose file keeps less than a part beyond that time.
  fileprivate init(milliseconds: UInt64) {
    let block = max(milliseconds / Self.blockCount, Self.partCount)
    self.init(requested: milliseconds, block: block, part: block / Self.partCount)
  }

  private init(requested: UInt64, block: UInt64, part: UInt64) {
    self.requested = requested
    self.block = block
    self.part = part
    maxInFile = requested + block - 2 * part
  }

  /// Creates the limits of a ring of bytes, whose file never exceeds the requested size.
  fileprivate init(bytes: UInt64) {
    requested = bytes
    block = max(bytes / Self.blockCount, 8 << 10)
    part = min(block / 2, Self.maxBytes)
    maxInFile = bytes
  }
}

extension LogRetention {
  /// The limits of the ring, or `nil` if everything is kept.
  package var ringLimits: RingLimits? {
    switch self {
    case .everything: nil
    case .steps(let count): RingLimits(steps: count)
    case .milliseconds(let count): RingLimits(milliseconds: count)
    case .bytes(let count): RingLimits(bytes: count)
    }
  }
}
