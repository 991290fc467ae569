import Dispatch
import Locking
import SessionLog

/// Gives the blocks of a log one after the other, and takes the next apart on another thread.
package final class BlockPrefetcher {
  /// A block that is being read.
  private final class Slot: Sendable {
    let isDone = DispatchSemaphore(value: 0)
    /// `nil` if the block is too long to be read ahead, and when it has been given.
    let block = Mutex<Result<BlockSteps, SessionReadError>?>(nil)
  }

  /// A longer block is not read ahead, to keep the memory of two of them free.
  private static let longestAhead = 1 << 20

  private let reader: SessionReader
  private let queue = DispatchQueue(label: "reprise.block-prefetcher", qos: .userInitiated)
  private var next: Int
  private var ahead: Slot?

  /// Begins at a block.
  package init(_ reader: SessionReader, from index: Int = 0) {
    self.reader = reader
    next = index
  }

  /// The next block; there must be one.
  package func block() throws(SessionReadError) -> BlockSteps {
    let current = ahead
    let index = next
    next += 1
    guard let current else {
      prefetch()
      return try reader.steps(ofBlockAt: index)
    }
    current.isDone.wait()
    prefetch()
    let block = current.block.withLock { block in
      defer { block = nil }
      return block
    }
    guard let block else { return try reader.steps(ofBlockAt: index) }
    return try block.get()
  }

  private func prefetch() {
    ahead = nil
    guard next < reader.log.blocks.count else { return }
    let slot = Slot()
    ahead = slot
    queue.async { [reader, next] in
      let length = reader.log.payloadLength(of: reader.log.blocks[next]) ?? 0
      if length <= Self.longestAhead {
        let block = Result { () throws(SessionReadError) in try reader.steps(ofBlockAt: next) }
        slot.block.withLock { $0 = block }
      }
      slot.isDone.signal()
    }
  }
}
