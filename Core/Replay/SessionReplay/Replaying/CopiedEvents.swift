import RecordCoding
import SessionLog
package import SessionModel
package import SessionDocument
import SessionRecording

/// The events of a log, which are written again between the steps of a new log.
package struct CopiedEvents {
  private var events: ArraySlice<RecordedEvent>
  /// The new log's index of each endpoint of the old log.
  private let indices: [Int: Int]
  /// The greatest number of an effect.
  let lastEffect: UInt64
  /// The greatest number of a call.
  let lastCall: UInt64

  /// Throws if the new log cannot contain a call.
  package init(
    _ events: [RecordedEvent], of log: SessionHeader, for header: SessionHeader
  ) throws(UncopiedCall) {
    var indices: [Int: Int] = [:]
    for (index, recorded) in header.endpointIndices(in: log).enumerated() {
      if let recorded { indices[recorded] = index }
    }
    for case .called(_, let endpoint, _) in events.lazy.map(\.event.content)
    where indices[endpoint] == nil {
      throw UncopiedCall(endpoint: log.endpoint(at: endpoint)?.name ?? "\(endpoint)")
    }
    self.events = events[...]
    lastEffect = events.lazy.map(\.event.effect).max() ?? 0
    lastCall = events.lazy.compactMap(\.event.content.call).max() ?? 0
    self.indices = indices
  }

  /// Writes the next events, up to and including the events that follow a step.
  mutating func write<State: Recordable, Action: Recordable>(
    through step: UInt64, into writer: SessionWriter<State, Action>
  ) {
    while let event = events.first, event.step <= step {
      events.removeFirst()
      indexed(event.event).withBytes {
        writer.append(event: $0, elapsed: event.elapsedMilliseconds)
      }
    }
  }

  private func indexed(_ event: EffectEvent) -> EffectEvent {
    guard case .called(let call, let endpoint, let arguments) = event.content else { return event }
    return EffectEvent(
      effect: event.effect,
      .called(call: call, endpoint: indices[endpoint] ?? endpoint, arguments: arguments),
      isOfOtherTask: event.isOfOtherTask)
  }
}

/// A call of an endpoint that the app lacks, or that has different types now.
package struct UncopiedCall: Error, CustomStringConvertible {
  package let endpoint: String

  package var description: String {
    "it has calls of '\(endpoint)', which the app does not have or only with other types"
  }
}

extension SessionReader {
  /// Returns the events of effects in the whole log.
  package func events() throws(SessionReadError) -> [RecordedEvent] {
    var reader = EventReader(self)
    var events: [RecordedEvent] = []
    for block in log.blocks.indices { events += try reader.events(ofBlockAt: block) }
    return events
  }

  /// Returns the events through a step after which the session resumes. The effects that were in
  /// progress end there.
  func events(resumedAfter last: UInt64) throws(SessionReadError) -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    var started: [UInt64] = []
    var ended: Set<UInt64> = []
    for event in try self.events() {
      // The action of the next step is not part of the resumed session.
      if event.step > last || event.step == last && event.event.content == .sent { break }
      events.append(event)
      switch event.event.content {
      case .began: started.append(event.event.effect)
      case .finished, .canceled, .abandoned: ended.insert(event.event.effect)
      case .called, .element, .ended, .sent, .dropped, .interrupted: break
      }
    }
    let elapsed = events.last.map { $0.step == last ? $0.elapsedMilliseconds : 0 } ?? 0
    return events
      + started.filter { !ended.contains($0) }.map {
        RecordedEvent(
          step: last, elapsedMilliseconds: elapsed, event: EffectEvent(effect: $0, .abandoned))
      }
  }
}
