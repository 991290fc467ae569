package import ComposableArchitecture
import Foundation

/// Loads the events on offer.
@DependencyClient
package struct EventSource: Sendable {
  /// Returns the events on offer, or throws if they cannot be loaded.
  package var events: @Sendable () async throws -> [Event]
}

extension EventSource: DependencyKey {
  /// A source with one past and three upcoming events. One is full, and one cannot be booked.
  package static let liveValue = EventSource {
    @Dependency(\.date.now) var now
    let day: TimeInterval = 86_400
    return [
      Event(
        id: 1, title: "Breakfast run", capacity: 12, participants: 7, startDate: now - day),
      Event(id: 2, title: "Cooking class", capacity: 8, participants: 8, startDate: now + day),
      Event(
        id: 3, title: "Night walk", capacity: 20, participants: 3, startDate: now + 2 * day),
      Event(
        id: 4, title: "Board meeting", capacity: 5, startDate: now + 3 * day, isBookable: false),
    ]
  }

  /// A source that fails the test when used.
  package static let testValue = EventSource()
}

extension DependencyValues {
  package var eventSource: EventSource {
    get { self[EventSource.self] }
    set { self[EventSource.self] = newValue }
  }
}
