import Platform
import SessionLog
import SessionModel
import SessionDocument

/// A source of the events of a log, in their order.
protocol EventSource: AnyObject {
  /// Returns the next event before a step.
  func next(before step: UInt64) throws(SessionReadError) -> RecordedEvent?
}

extension EventSource {
  /// Returns the next event before a step, or stops a replay.
  func nextOrStop(before step: UInt64) throws(ReplayStop) -> RecordedEvent? {
    do throws(SessionReadError) {
      return try next(before: step)
    } catch {
      throw .unreadable(error)
    }
  }
}

/// The changed events of a log.
final class ChangedEvents: EventSource {
  private var events: ArraySlice<RecordedEvent>

  init(_ events: [RecordedEvent]) {
    self.events = events[...]
  }

  func next(before step: UInt64) -> RecordedEvent? {
    guard let event = events.first, event.step < step else { return nil }
    return events.removeFirst()
  }
}

/// The events of a log in their order, from the blocks that were read for their steps.
///
/// Blocks may be read ahead, on a different thread.
final class EventQueue: EventSource, Sendable {
  fileprivate struct Content {
    var blocks: [Int: BlockSteps] = [:]
    var reader: EventReader
    /// The index of the current block.
    var block = 0
    /// The events of that block once it was read, and the index of the next event.
    var events: [RecordedEvent]?
    var index = 0
  }

  /// The number of the first step of each block.
  private let firstSteps: [UInt64]
  private let content: Mutex<Content>

  init(of reader: SessionReader) {
    firstSteps = reader.log.blocks.map(\.firstStep)
    content = Mutex(Content(reader: EventReader(reader)))
  }

  func add(_ block: BlockSteps, at index: Int) {
    content.withLock { if index >= $0.block { $0.blocks[index] = block } }
  }

  /// Returns the next event before a step, whose block must have been read.
  func next(before step: UInt64) throws(SessionReadError) -> RecordedEvent? {
    try content.withLock { content throws(SessionReadError) in
      while let events = try content.currentEvents() {
        if content.index < events.count {
          guard events[content.index].step < step else { return nil }
          defer { content.index += 1 }
          return events[content.index]
        }
        let next = content.block + 1
        guard next < firstSteps.count, firstSteps[next] <= step else { return nil }
        (content.block, content.events, content.index) = (next, nil, 0)
      }
      return nil
    }
  }
}

extension EventQueue.Content {
  /// Returns the events of the current block, or `nil` if its steps were not read yet.
  mutating func currentEvents() throws(SessionReadError) -> [RecordedEvent]? {
    if let events { return events }
    guard let block = blocks.removeValue(forKey: block) else { return nil }
    events = try reader.events(of: block, at: self.block)
    return events
  }
}
