import SessionLog
package import SessionModel

/// An event of an effect with its position among the steps of a log.
package struct RecordedEvent: Hashable, Sendable {
  /// The number of the last step before the event.
  package let step: UInt64
  /// The milliseconds since that step.
  package let elapsedMilliseconds: UInt64
  package let event: EffectEvent
  /// The number of bytes of the event in its block, which may refer to a result in a different
  /// block.
  package let length: Int

  package init(
    step: UInt64, elapsedMilliseconds: UInt64, event: EffectEvent, length: Int = 0
  ) {
    (self.step, self.elapsedMilliseconds) = (step, elapsedMilliseconds)
    (self.event, self.length) = (event, length)
  }
}

/// A reader of the events of a log, whose blocks must be read in their order.
package struct EventReader {
  private let reader: SessionReader
  private var results: LargeResults

  /// Creates a reader of all blocks, or of a later block and all blocks after it.
  package init(_ reader: SessionReader, startsLater: Bool = false) {
    self.reader = reader
    results = LargeResults(mayBeLost: startsLater || reader.log.stepsBeforeStart > 0)
  }

  /// Begins a block, before its events are read.
  mutating func enterBlock(_ index: Int) {
    if reader.log.blocks[index].followsGap { results.noteGap() }
  }

  package mutating func events(
    ofBlockAt index: Int
  ) throws(SessionReadError) -> [RecordedEvent] {
    try events(of: reader.steps(ofBlockAt: index), at: index)
  }

  package mutating func events(
    of block: BlockSteps, at index: Int
  ) throws(SessionReadError) -> [RecordedEvent] {
    enterBlock(index)
    var events: [RecordedEvent] = []
    for location in block.events {
      events.append(try event(at: location, of: block.eventBytes, index))
    }
    return events
  }

  mutating func event(
    at location: EventLocation, of bytes: [UInt8], _ index: Int
  ) throws(SessionReadError) -> RecordedEvent {
    let step = reader.log.blocks[index].firstStep - 1 + UInt64(location.stepsBefore)
    do throws(BadBlock) {
      return RecordedEvent(
        step: step, elapsedMilliseconds: location.elapsedMilliseconds,
        event: try EffectEvent(from: bytes, in: location.content, &results),
        length: location.content.count)
    } catch {
      throw reader.fault(inBlockAt: index, wholeSteps: step, error)
    }
  }
}
