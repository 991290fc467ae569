import SessionModel
import SessionRecording
import Testing

@Suite("Pending events of effects")
struct PendingEventsTests {
  private func events(_ pending: PendingEvents) throws -> [EffectEvent] {
    var events: [[UInt8]] = []
    pending.take { events.append(Array($0)) }
    return try events.map { bytes throws(BadBlock) in try EffectEvent(bytes) }
  }

  @Test("Events are taken once, in the order in which they occurred")
  func order() throws {
    let pending = PendingEvents()
    let added: [EffectEvent] = [
      EffectEvent(effect: 1, .began(step: 1)), EffectEvent(effect: 1, .finished),
    ]
    for event in added { pending.add(event) }
    #expect(try events(pending) == added)
    #expect(try events(pending).isEmpty)
  }

  @Test("No event of a different thread comes between an action's event and its step")
  func adjacency() throws {
    let pending = PendingEvents()
    let (sent, other) = (EffectEvent(effect: 1, .sent), EffectEvent(effect: 2, .finished))
    pending.add(sent: sent)
    pending.add(other)
    #expect(try events(pending) == [other])
    #expect(pending.takeSent() == sent)
    #expect(pending.takeSent() == nil)
  }
}
