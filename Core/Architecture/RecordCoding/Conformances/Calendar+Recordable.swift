public import Foundation

@_documentation(visibility: internal)
extension Locale: RecordableWrapper {
  /// The identifier, such as `de_DE`.
  public var recordedValue: String { identifier }

  /// Creates a locale from its identifier.
  public init(recordedValue: String) {
    self.init(identifier: recordedValue)
  }
}

@_documentation(visibility: internal)
extension TimeZone: RecordableWrapper {
  /// The identifier, such as `Europe/Berlin`.
  public var recordedValue: String { identifier }

  /// Creates a time zone from its identifier, or returns `nil` if the system does not know it.
  public init?(recordedValue: String) {
    self.init(identifier: recordedValue)
  }
}

@_documentation(visibility: internal)
extension Calendar: RecordableWrapper {
  /// The identifier and the settings.
  public var recordedValue: RecordedForms.Calendar {
    RecordedForms.Calendar(
      identifier: "\(identifier)", locale: locale, timeZone: timeZone, firstWeekday: firstWeekday,
      minimumDaysInFirstWeek: minimumDaysInFirstWeek)
  }

  /// Creates a calendar, or returns `nil` if its identifier is unknown.
  public init?(recordedValue: RecordedForms.Calendar) {
    guard let identifier = Self.identifiers.first(where: { "\($0)" == recordedValue.identifier })
    else { return nil }
    self.init(identifier: identifier)
    locale = recordedValue.locale
    timeZone = recordedValue.timeZone
    firstWeekday = recordedValue.firstWeekday
    minimumDaysInFirstWeek = recordedValue.minimumDaysInFirstWeek
  }

  private static var identifiers: [Identifier] {
    [
      .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew,
      .iso8601, .indian, .islamic, .islamicCivil, .japanese, .persian, .republicOfChina,
      .islamicTabular, .islamicUmmAlQura,
    ]
  }
}

@_documentation(visibility: internal)
extension DateComponents: RecordableWrapper {
  /// The components that are set.
  public var recordedValue: RecordedForms.DateComponents {
    RecordedForms.DateComponents(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nanosecond: nanosecond, weekday: weekday, weekdayOrdinal: weekdayOrdinal, quarter: quarter,
      weekOfMonth: weekOfMonth, weekOfYear: weekOfYear, yearForWeekOfYear: yearForWeekOfYear,
      dayOfYear: dayOfYear, era: era, isLeapMonth: isLeapMonth, timeZone: timeZone,
      calendar: calendar)
  }

  /// Creates date components from their recorded form.
  public init(recordedValue value: RecordedForms.DateComponents) {
    self.init(
      calendar: value.calendar, timeZone: value.timeZone, era: value.era, year: value.year,
      month: value.month, day: value.day, hour: value.hour, minute: value.minute,
      second: value.second, nanosecond: value.nanosecond, weekday: value.weekday,
      weekdayOrdinal: value.weekdayOrdinal, quarter: value.quarter,
      weekOfMonth: value.weekOfMonth, weekOfYear: value.weekOfYear,
      yearForWeekOfYear: value.yearForWeekOfYear)
    dayOfYear = value.dayOfYear
    isLeapMonth = value.isLeapMonth
  }
}

extension RecordedForms {
  /// The recorded form of a calendar: its identifier and its settings.
  @Recordable
  public struct Calendar {
    let identifier: String
    let locale: Locale?
    let timeZone: TimeZone
    let firstWeekday: Int
    let minimumDaysInFirstWeek: Int
  }

  /// The recorded form of date components. Rare ones come last, because a script can then omit
  /// them.
  @Recordable
  public struct DateComponents {
    let year: Int?
    let month: Int?
    let day: Int?
    let hour: Int?
    let minute: Int?
    let second: Int?
    let nanosecond: Int?
    let weekday: Int?
    let weekdayOrdinal: Int?
    let quarter: Int?
    let weekOfMonth: Int?
    let weekOfYear: Int?
    let yearForWeekOfYear: Int?
    let dayOfYear: Int?
    let era: Int?
    let isLeapMonth: Bool?
    let timeZone: TimeZone?
    let calendar: Foundation.Calendar?
  }
}
