import Foundation
import RecordCoding
import Testing

@Suite("Types recorded as other types")
struct FoundationFormTests {
  fileprivate struct Tagged<Tag, RawValue> {
    var rawValue: RawValue
  }

  @Test("A wrapper is recorded as its wrapped value")
  func wrappers() throws {
    typealias Age = Tagged<Self, Int>
    let builder = SchemaBuilder()
    #expect(builder.reference(to: Age.self) == .signed(bits: 64))
    #expect(recorded(Age(rawValue: 7)) == recorded(7))
    #expect(try read(Age.self, from: recorded(7)).rawValue == 7)
    try expectExact(among: [Age(rawValue: 1), Age(rawValue: 2)])
  }

  @Test("Ranges are exact")
  func ranges() throws {
    try expectExact(among: [1..<1, 1..<2, 2..<900])
    try expectExact(among: ["a"..."a", "a"..."b", ""..."é"])
    try expectExact(among: [1..., 2...])
    try expectExact(among: [..<1.5, ..<2])
    try expectExact(among: [...1, ...2])
    #expect(try read(Range<Int>.self, from: recorded(3..<8)) == 3..<8)
    #expect(try read(ClosedRange<Int>.self, from: recorded(3...8)) == 3...8)
    #expect(try read(PartialRangeThrough<Int>.self, from: recorded(...8)).upperBound == 8)
  }

  @Test("Decoding rejects a range whose bounds are out of order")
  func disorder() {
    for type in [Range<Int>.self, ClosedRange<Int>.self] as [any Recordable.Type] {
      let error = #expect(throws: RecordDecodingError.self) {
        try read(type, from: recorded(2) + recorded(1))
      }
      guard case .invalidValue(_, _, 0) = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
    }
  }

  @Test("Points, sizes and rectangles are exact")
  func geometry() throws {
    try expectExact(among: [0, -0.0, 1.5, .infinity] as [CGFloat])
    try expectExact(among: [
      CGRect(x: 0, y: 0, width: 10, height: 20), CGRect(x: 1, y: 0, width: 10, height: 20),
      CGRect(x: 1, y: 2, width: -3, height: 0.1),
    ])
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(try read(CGRect.self, from: recorded(rect)) == rect)
  }

  @Test("Calendars, locales and time zones are read back with their settings")
  func calendars() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.locale = Locale(identifier: "de_DE")
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    calendar.firstWeekday = 3
    #expect(try read(Calendar.self, from: recorded(calendar)) == calendar)
    try expectExact(among: [calendar, Calendar(identifier: .gregorian), .current])
    try expectExact(among: [Locale(identifier: "en_US"), Locale(identifier: "de_DE"), .current])
    try expectExact(among: [try #require(TimeZone(secondsFromGMT: 3600)), .current, .gmt])
  }

  @Test(
    "Every calendar that can be created is read back",
    arguments: [
      .gregorian, .buddhist, .chinese, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem, .hebrew,
      .iso8601, .indian, .islamic, .islamicCivil, .japanese, .persian, .republicOfChina,
      .islamicTabular, .islamicUmmAlQura,
    ] as [Calendar.Identifier])
  func identifiers(identifier: Calendar.Identifier) throws {
    let calendar = Calendar(identifier: identifier)
    #expect(try read(Calendar.self, from: recorded(calendar)).identifier == identifier)
  }

  @Test("Decoding rejects an unknown time zone or calendar and quotes it")
  func unknown() {
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "TimeZone", description: #""Mars/Base""#, offset: 0)
    ) { try read(TimeZone.self, from: recorded("Mars/Base")) }
    #expect(throws: RecordDecodingError.self) {
      try read(Calendar.self, from: recorded("martian") + [0] + recorded("GMT") + [2, 2])
    }
  }

  @Test("Date components preserve which components are set")
  func components() throws {
    var all = DateComponents(
      calendar: Calendar(identifier: .hebrew), timeZone: .gmt, era: 1, year: 2, month: 3, day: 4,
      hour: 5, minute: 6, second: 7, nanosecond: 8, weekday: 9, weekdayOrdinal: 10, quarter: 11,
      weekOfMonth: 12, weekOfYear: 13, yearForWeekOfYear: 14)
    all.isLeapMonth = true
    all.dayOfYear = 15
    let values = [DateComponents(), DateComponents(year: 2026, month: 1), all]
    for value in values {
      #expect(try read(DateComponents.self, from: recorded(value)) == value)
    }
    try expectExact(among: values)
  }

  @Test("Measurements are exact in their own units")
  func measurements() throws {
    let lengths = [
      Measurement(value: 5, unit: UnitLength.kilometers),
      Measurement(value: 5, unit: UnitLength.miles),
      Measurement(value: 0.1, unit: UnitLength.kilometers),
    ]
    try expectExact(among: lengths)
    for length in lengths {
      let copy = try read(Measurement<UnitLength>.self, from: recorded(length))
      #expect(copy.value == length.value && copy.unit == length.unit)
    }
  }

  @Test("Recording a unit that Foundation cannot encode fails instead of crashing")
  func nonlinearUnits() {
    let mileage = Measurement(value: 30, unit: UnitFuelEfficiency.milesPerGallon)
    let failure = RecordEncodingError.notEncodable(
      type: "Measurement", description: "the unit 'mpg' has no linear converter: use the base unit")
    var encoder = RecordEncoder()
    encoder.encode(mileage)
    #expect(encoder.failure == failure)
    encoder.reset()
    _ = encoder.encodeChange(from: mileage, to: mileage)
    #expect(encoder.failure == failure)
  }

  @Test("Attributed strings preserve their runs and the attributes of every platform")
  func attributedStrings() throws {
    var link = AttributedString("here")
    link.link = URL(string: "https://example.com")
    link.languageIdentifier = "en"
    link.alternateDescription = "a link"
    link.imageURL = URL(string: "a:b")
    let values = [AttributedString(), AttributedString("Read "), AttributedString("Read ") + link]
    for value in values {
      #expect(try read(AttributedString.self, from: recorded(value)) == value)
    }
    try expectExact(among: values)
  }

  @Test("Recording an unsupported attribute fails with a list of the supported ones")
  func attributes() {
    var text = AttributedString("x")
    text.replacementIndex = 3
    var encoder = RecordEncoder()
    encoder.encode(text)
    #expect(encoder.failure?.description.contains("languageIdentifier") == true)
    encoder.reset()
    _ = encoder.encodeChange(from: AttributedString("x"), to: text)
    #expect(encoder.failure != nil)
  }
}

extension FoundationFormTests.Tagged: RecordableWrapper, Recordable where RawValue: Recordable {
  fileprivate var recordedValue: RawValue { rawValue }
  fileprivate init(recordedValue: RawValue) { self.init(rawValue: recordedValue) }
}
