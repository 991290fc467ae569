package import ComposableArchitecture

/// Something that people can take part in.
@Recordable
package struct Event: Equatable, Identifiable, Sendable {
  /// What tells the event from all others.
  package let id: Int
  /// What the event is called.
  package var title: String
  /// How many can take part.
  package var capacity: Int
  /// How many take part.
  package var participants: Int
  /// When the event begins.
  package var startDate: Date
  /// Whether it can be booked at all.
  package var isBookable: Bool

  /// Creates an event.
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

  /// Whether one can still take part.
  package func isSelectable(at now: Date) -> Bool { obstacle(at: now) == nil }

  /// What keeps one from taking part, if anything does.
  package func obstacle(at now: Date) -> Obstacle? {
    if !isBookable { return .notBookable }
    if startDate <= now { return .begun }
    return participants >= capacity ? .full : nil
  }

  /// What keeps one from taking part in an event.
  @Recordable
  package enum Obstacle: Equatable, Sendable {
    /// It cannot be booked.
    case notBookable
    /// It has begun, or is over.
    case begun
    /// As many take part as can.
    case full
  }
}

/// Events by their identities, in the order in which they are offered.
package typealias Events = IdentifiedArrayOf<Event>

extension Collection where Element == Event {
  /// The first event that one can still take part in.
  package func firstSelectable(at now: Date) -> Event? {
    first { $0.isSelectable(at: now) }
  }
}
