package import ComposableArchitecture

/// An event that people can book.
@Recordable
package struct Event: Equatable, Identifiable, Sendable {
  package let id: Int
  package var title: String
  package var capacity: Int
  package var participants: Int
  package var startDate: Date
  /// Whether the event can be booked in principle.
  package var isBookable: Bool

  package init(
    id: Int, title: String, capacity: Int, participants: Int = 0, startDate: Date,
    isBookable: Bool = true
  ) {
    self.id = id
    self.title = title
    self.capacity = capacity
    self.participants = participants
    self.startDate = startDate
    self.isBookable = isBookable
  }

  package func isSelectable(at now: Date) -> Bool { obstacle(at: now) == nil }

  /// Returns the reason why the event cannot be booked at a given time, or `nil` if it can.
  package func obstacle(at now: Date) -> Obstacle? {
    if !isBookable { return .notBookable }
    if startDate <= now { return .begun }
    return participants >= capacity ? .full : nil
  }

  @Recordable
  package enum Obstacle: Equatable, Sendable {
    case notBookable
    /// The event has begun or is over.
    case begun
    case full
  }
}

/// Events by identifier, in the order in which they are offered.
package typealias Events = IdentifiedArrayOf<Event>

extension Collection where Element == Event {
  /// Returns the first event that can be booked at a given time.
  package func firstSelectable(at now: Date) -> Event? {
    first { $0.isSelectable(at: now) }
  }
}
