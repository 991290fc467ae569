import RecordCoding
import SessionLog

/// An event of an effect with its position among the steps of a log.
package struct RecordedEvent: Hashable, Sendable {
  /// The number of the last step before the event.
  package let step: UInt64
  /// The milliseconds since that step.
  package let elapsedMilliseconds: UInt64
  package let event: EffectEvent

  package init(step: UInt64, elapsedMilliseconds: UInt64, event: EffectEvent) {
    (self.step, self.elapsedMilliseconds, self.event) = (step, elapsedMilliseconds, event)
  }
}

extension SessionReader {
  package func events(ofBlockAt index: Int) throws(SessionReadError) -> [RecordedEvent] {
    let block = try steps(ofBlockAt: index)
    var events: [RecordedEvent] = []
    for location in block.events {
      events.append(try event(at: location, of: block.payload, index))
    }
    return events
  }

  func event(
    at location: EventLocation, of payload: [UInt8], _ index: Int
  ) throws(SessionReadError) -> RecordedEvent {
    let step = log.blocks[index].firstStep - 1 + UInt64(location.stepsBefore)
    do throws(BadBlock) {
      return RecordedEvent(
        step: step, elapsedMilliseconds: location.elapsedMilliseconds,
        event: try EffectEvent(from: payload, in: location.content))
    } catch {
      throw fault(inBlockAt: index, wholeSteps: step, error)
    }
  }
}
