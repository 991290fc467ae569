import ComposableArchitecture
import EventSelection
import Foundation
import Testing

@Suite("The conditions for booking an event")
struct EventTests {
  private let now = Date(timeIntervalSinceReferenceDate: 1_000)

  private func event(
    id: Int = 1, participants: Int = 0, in seconds: TimeInterval = 1, isBookable: Bool = true
  ) -> Event {
    Event(
      id: id, title: "Walk", capacity: 2, participants: participants, startDate: now + seconds,
      isBookable: isBookable)
  }

  @Test("A bookable, upcoming event with free seats can be selected")
  func selectable() {
    #expect(event(participants: 1).isSelectable(at: now))
  }

  @Test("An event that is not bookable, has begun or is full has an obstacle")
  func obstacles() {
    #expect(event(isBookable: false).obstacle(at: now) == .notBookable)
    #expect(event(in: 0).obstacle(at: now) == .begun)
    #expect(event(in: -1).obstacle(at: now) == .begun)
    #expect(event(participants: 2).obstacle(at: now) == .full)
    #expect(event(participants: 3).obstacle(at: now) == .full)
    #expect(!event(participants: 2, in: -1, isBookable: false).isSelectable(at: now))
  }

  @Test("firstSelectable returns the first event that can be selected, or nil")
  func firstSelectable() {
    let events = [
      event(id: 1, in: -1), event(id: 2, participants: 2), event(id: 3), event(id: 4),
    ]
    #expect(events.firstSelectable(at: now)?.id == 3)
    #expect(events.prefix(2).firstSelectable(at: now) == nil)
    #expect([].firstSelectable(at: now) == nil)
  }
}
