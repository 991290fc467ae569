import Locking
import SessionLog
import SessionReading

/// The events of a log in their order, from the blocks that were read for their steps.
///
/// Blocks may be read ahead, on another thread.
final class EventQueue: Sendable {
  private struct Content {
    var blocks: [Int: [RecordedEvent]] = [:]
    /// The index of the current block, and of the next event in it.
    var block = 0
    var index = 0
  }

  /// The number of the first step of each block.
  private let firstSteps: [UInt64]
  private let content = Mutex(Content())

  init(of reader: SessionReader) {
    firstSteps = reader.log.blocks.map(\.firstStep)
  }

  func add(_ events: [RecordedEvent], ofBlockAt index: Int) {
    content.withLock { if index >= $0.block { $0.blocks[index] = events } }
  }

  /// Returns the next event before a step, whose block must have been read.
  func next(before step: UInt64) -> RecordedEvent? {
    content.withLock { content in
      while let events = content.blocks[content.block] {
        if content.index < events.count {
          guard events[content.index].step < step else { return nil }
          defer { content.index += 1 }
          return events[content.index]
        }
        let next = content.block + 1
        guard next < firstSteps.count, firstSteps[next] <= step else { return nil }
        content.blocks[content.block] = nil
        (content.block, content.index) = (next, 0)
      }
      return nil
    }
  }
}
