public import Foundation

extension DependencyValues {
  /// The user's locale. In tests it is `en_US_POSIX`, and reading it fails unless overridden.
  public var locale: Locale {
    get { self[LocaleKey.self].value }
    set { self[LocaleKey.self] = ValueSource { newValue } }
  }

  package var localeSource: ValueSource<Locale> {
    get { self[LocaleKey.self, property: "locale"] }
    set { self[LocaleKey.self] = newValue }
  }
}

private enum LocaleKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = ValueSource { Locale.autoupdatingCurrent }

  static var testValue: ValueSource<Locale> {
    ValueSource(unimplemented: "locale", example: #"Locale(identifier: "en_US")"#) {
      Locale(identifier: "en_US_POSIX")
    }
  }
}

extension DependencyValues {
  /// The user's locales in order of preference. Reading them in a test fails unless overridden.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self].value }
    set { self[PreferredLocalesKey.self] = ValueSource { newValue } }
  }

  package var preferredLocalesSource: ValueSource<[Locale]> {
    get { self[PreferredLocalesKey.self, property: "preferredLocales"] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}

private enum PreferredLocalesKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = ValueSource { Locale.preferredLanguages.map(Locale.init(identifier:)) }

  static var testValue: ValueSource<[Locale]> {
    ValueSource(unimplemented: "preferredLocales", example: #"[Locale(identifier: "en_US")]"#) {
      [Locale(identifier: "en_US_POSIX")]
    }
  }
}

extension DependencyValues {
  /// The user's calendar. In tests it is Gregorian in GMT, and reading it fails unless overridden.
  public var calendar: Calendar {
    get { self[CalendarKey.self].value }
    set { self[CalendarKey.self] = ValueSource { newValue } }
  }

  package var calendarSource: ValueSource<Calendar> {
    get { self[CalendarKey.self, property: "calendar"] }
    set { self[CalendarKey.self] = newValue }
  }
}

private enum CalendarKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = ValueSource { Calendar.autoupdatingCurrent }

  static var testValue: ValueSource<Calendar> {
    ValueSource(unimplemented: "calendar", example: "Calendar(identifier: .gregorian)") {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = Locale(identifier: "en_US_POSIX")
      calendar.timeZone = .gmt
      return calendar
    }
  }
}

extension DependencyValues {
  /// The user's time zone. In tests it is GMT, and reading it fails unless overridden.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self].value }
    set { self[TimeZoneKey.self] = ValueSource { newValue } }
  }

  package var timeZoneSource: ValueSource<TimeZone> {
    get { self[TimeZoneKey.self, property: "timeZone"] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum TimeZoneKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = ValueSource { TimeZone.autoupdatingCurrent }

  static var testValue: ValueSource<TimeZone> {
    ValueSource(unimplemented: "timeZone", example: ".gmt") { .gmt }
  }
}
