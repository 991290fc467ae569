import RecordCoding
package import RecordedValues
import SessionLog
package import SessionModel

/// The effects and calls to which the events of a log refer, checked one event after another.
package struct EventReferences {
  /// The memory that an effect or a call takes in these tables.
  private static let bytesPerReference = 48

  private let header: SessionHeader
  /// The number of bytes that further effects and calls may take. Each byte of the file raises it.
  private var left = StateMemory.minLimit
  /// The number of the step that returned each effect.
  package private(set) var effectSteps: [UInt64: UInt64] = [:]
  private var calls: Set<UInt64> = []
  /// The indices of the endpoints of the calls in progress.
  private var endpoints: [UInt64: Int] = [:]
  /// Whether steps are missing. Events may then refer to effects and calls that began in them.
  package private(set) var lacksSteps: Bool

  package init(header: SessionHeader, startsLater: Bool) {
    self.header = header
    lacksSteps = startsLater
  }

  /// Notes the start of a block, whose length in the file raises the limit of memory.
  mutating func enterBlock(memberLength: Int, followsGap: Bool) {
    left += StateMemory.bytesPerByte * memberLength
    if followsGap { lacksSteps = true }
  }

  /// Notes that steps are missing at this point.
  package mutating func crossGap() { lacksSteps = true }

  /// Adds an event that follows a step. Returns the endpoint of the event's call.
  ///
  /// Returns `nil` for an event that isn't part of a call, or of a call that began in lost steps.
  package mutating func add(
    _ event: EffectEvent, after step: UInt64
  ) throws(BadEvent) -> SessionHeader.Endpoint? {
    if case .began(let returningStep) = event.content {
      guard effectSteps[event.effect] == nil else { throw .repeatedEffect(event.effect) }
      guard returningStep <= step else { throw .laterStep(returningStep) }
      effectSteps[event.effect] = returningStep
      return nil
    }
    guard lacksSteps || effectSteps[event.effect] != nil || isStray(event) else {
      throw .unknownEffect(event.effect)
    }
    switch event.content {
    case .began, .sent, .finished, .canceled, .dropped, .abandoned, .interrupted: return nil
    case .called(let call, let index, _):
      guard calls.insert(call).inserted else { throw .repeatedCall(call) }
      guard let endpoint = header.endpoint(at: index) else { throw .unknownEndpoint(index) }
      endpoints[call] = index
      return endpoint
    case .element(let call, _):
      guard let endpoint = try endpoint(ofOpenCall: call) else { return nil }
      guard endpoint.isStream else { throw .noStream(call: call) }
      return endpoint
    case .ended(let call, _):
      defer { endpoints[call] = nil }
      return try endpoint(ofOpenCall: call)
    }
  }

  /// Adds an event of a log that may be hostile. Its references must fit into the memory.
  mutating func add(_ event: RecordedEvent) throws(BadBlock) -> SessionHeader.Endpoint? {
    switch event.event.content {
    case .began, .called: left -= Self.bytesPerReference
    default: break
    }
    guard left >= 0 else { throw .value(.tooLarge(limit: StateMemory.minLimit, offset: 0)) }
    do throws(BadEvent) {
      return try add(event.event, after: event.step)
    } catch {
      throw .event(error)
    }
  }

  /// Whether an event is of a call that no effect is known to have made.
  private func isStray(_ event: EffectEvent) -> Bool {
    event.effect == EffectEvent.strayCalls && event.content.call != nil
      && header.tellsInterruptions
  }

  private func endpoint(
    ofOpenCall call: UInt64
  ) throws(BadEvent) -> SessionHeader.Endpoint? {
    if let index = endpoints[call] { return header.endpoint(at: index) }
    guard lacksSteps, !calls.contains(call) else { throw .unknownCall(call) }
    return nil
  }
}

/// An event of an effect with its values, read with only the schema of the header.
package struct EventPart: Sendable {
  package let event: RecordedEvent
  /// The endpoint of the event's call; `nil` without a call, or if the call began in lost steps.
  package let endpoint: SessionHeader.Endpoint?
  /// The arguments, the element or the result, if the endpoint is known and has such values.
  package let values: [RecordedValue]
}
