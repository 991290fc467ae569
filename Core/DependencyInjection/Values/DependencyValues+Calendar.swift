public import Foundation

extension DependencyValues {
  /// The user's calendar; in tests reading it fails, and gives the Gregorian one in GMT.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
}

private enum CalendarKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: Calendar { .autoupdatingCurrent }

  static var testValue: Calendar {
    UnimplementedDependency("calendar", example: "Calendar(identifier: .gregorian)")
      .reportUnlessAssigning()
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US_POSIX")
    calendar.timeZone = .gmt
    return calendar
  }
}
