import Dispatch
import Platform
import SessionLog
package import SessionModel

/// A reader that returns the blocks of a log in order, and decodes the next one on a second thread.
package final class BlockPrefetcher {
  private final class Slot: Sendable {
    let isDone = DispatchSemaphore(value: 0)
    /// `nil` if the block is too long to be read ahead, and after the block was returned.
    let block = Mutex<Result<BlockSteps, SessionReadError>?>(nil)
  }

  /// Longer blocks are not read ahead, because two of them would be in memory at a time.
  private static let longestAhead = 1 << 20

  private let reader: SessionReader
  private let queue = DispatchQueue(label: "reprise.block-prefetcher", qos: .userInitiated)
  private var next: Int
  private var ahead: Slot?

  package init(_ reader: SessionReader, from index: Int = 0) {
    self.reader = reader
    next = index
  }

  /// Returns the next block, which must exist.
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
