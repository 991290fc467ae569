public import Foundation

extension DependencyValues {
  /// The user's locale. In tests it is `en_US_POSIX`, and reading it fails unless overridden.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
}

private enum LocaleKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: Locale { .autoupdatingCurrent }

  static var testValue: Locale {
    UnimplementedDependency("locale", example: #"Locale(identifier: "en_US")"#)
      .reportUnlessAssigning()
    return Locale(identifier: "en_US_POSIX")
  }
}

extension DependencyValues {
  /// The user's locales in order of preference. Reading them in a test fails unless overridden.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}

private enum PreferredLocalesKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }

  static var testValue: [Locale] {
    UnimplementedDependency("preferredLocales", example: #"[Locale(identifier: "en_US")]"#)
      .reportUnlessAssigning()
    return [Locale(identifier: "en_US_POSIX")]
  }
}

extension DependencyValues {
  /// The user's calendar. In tests it is Gregorian in GMT, and reading it fails unless overridden.
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

extension DependencyValues {
  /// The user's time zone. In tests it is GMT, and reading it fails unless overridden.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum TimeZoneKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }

  static var testValue: TimeZone {
    UnimplementedDependency("timeZone", example: ".gmt").reportUnlessAssigning()
    return .gmt
  }
}
