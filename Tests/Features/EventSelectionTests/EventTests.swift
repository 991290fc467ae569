import ComposableArchitecture
import EventSelection
import Foundation
import Testing

@Suite("Whether one can take part in an event")
struct EventTests {
  private let now = Date(timeIntervalSinceReferenceDate: 1_000)

  private func event(
    id: Int = 1, participants: Int = 0, in seconds: TimeInterval = 1, isBookable: Bool = true
  ) -> Event {
    Event(
      id: id, title: "Walk", capacity: 2, participants: participants, startDate: now + seconds,
      isBookable: isBookable)
  }

  @Test("One that is bookable, to come and not full can be selected")
  func selectable() {
    #expect(event(participants: 1).isSelectable(at: now))
  }

  @Test("One that is not bookable, has begun or is full cannot, and says why")
  func obstacles() {
    #expect(event(isBookable: false).obstacle(at: now) == .notBookable)
    #expect(event(in: 0).obstacle(at: now) == .begun)
    #expect(event(in: -1).obstacle(at: now) == .begun)
    #expect(event(participants: 2).obstacle(at: now) == .full)
    #expect(event(participants: 3).obstacle(at: now) == .full)
    #expect(!event(participants: 2, in: -1, isBookable: false).isSelectable(at: now))
  }

  @Test("The first that can be selected is found, if there is one")
  func firstSelectable() {
    let events = [
      event(id: 1, in: -1), event(id: 2, participants: 2), event(id: 3), event(id: 4),
    ]
    #expect(events.firstSelectable(at: now)?.id == 3)
    #expect(events.prefix(2).firstSelectable(at: now) == nil)
    #expect([].firstSelectable(at: now) == nil)
  }
}
