import ComposableArchitecture
import Foundation

/// A meeting that recurs, with the people who attend it.
@Recordable
package struct SyncUp: Codable, Equatable, Identifiable, Sendable {
  package let id: UUID
  package var title: String
  /// The planned length, in minutes.
  package var minutes: Int
  package var theme: Theme
  package var attendees: IdentifiedArrayOf<Attendee>
  /// The meetings that took place, newest first.
  package var meetings: IdentifiedArrayOf<Meeting>

  package init(
    id: UUID, title: String = "", minutes: Int = 5, theme: Theme = .sky,
    attendees: IdentifiedArrayOf<Attendee> = [], meetings: IdentifiedArrayOf<Meeting> = []
  ) {
    self.id = id
    self.title = title
    self.minutes = minutes
    self.theme = theme
    self.attendees = attendees
    self.meetings = meetings
  }
}

extension SyncUp {
  /// The lengths that a sync-up can have, in minutes.
  package static let possibleMinutes = 1...60

  /// The planned length, in seconds.
  package var seconds: Int { minutes * 60 }

  /// The time that each attendee has to speak, in seconds. The last one has the rest, too.
  package var secondsPerAttendee: Int { max(1, seconds / max(1, attendees.count)) }

  /// Replaces everything that a form can change.
  mutating func replaceDetails(with edited: SyncUp) {
    title = edited.title
    minutes = edited.minutes
    theme = edited.theme
    attendees = edited.attendees
  }
}

/// A person who attends a sync-up.
@Recordable
package struct Attendee: Codable, Equatable, Identifiable, Sendable {
  package let id: UUID
  package var name: String

  package init(id: UUID, name: String = "") {
    self.id = id
    self.name = name
  }
}

/// A meeting that took place.
@Recordable
package struct Meeting: Codable, Equatable, Identifiable, Sendable {
  package let id: UUID
  package let date: Date
  /// The actual length, in seconds.
  package let seconds: Int
  /// The recognized speech, which is empty if nothing was recognized.
  package let transcript: String

  package init(id: UUID, date: Date, seconds: Int, transcript: String) {
    self.id = id
    self.date = date
    self.seconds = seconds
    self.transcript = transcript
  }
}

/// The color of a sync-up.
@Recordable
package enum Theme: String, CaseIterable, Codable, Equatable, Sendable {
  case sky, meadow, amber, coral, stone

  /// The next theme in the order of declaration. The first theme follows the last one.
  package var next: Theme {
    let themes = Theme.allCases
    let index = themes.firstIndex(of: self) ?? 0
    return themes[(index + 1) % themes.count]
  }
}
