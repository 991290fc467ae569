import Foundation
import Testing
import ValueDump

@Suite("Dumps of Foundation types with hidden contents")
struct DumpFoundationTests {
  @Test(
    "A name, a unit or a code is dumped on one line",
    arguments: [
      (Notification.Name("saved"), "Notification.Name(saved)"),
      (Locale.Currency("EUR"), "Locale.Currency(EUR)"), (Locale.Region("DE"), "Locale.Region(DE)"),
      (Locale.LanguageCode("de"), "Locale.LanguageCode(de)"),
      (Locale.Script("Latn"), "Locale.Script(Latn)"),
    ] as [(any Sendable, String)])
  func codes(value: any Sendable, expected: String) {
    #expect(dumped(value) == expected)
  }

  @Test("A measurement is dumped with its unit, and date components with the values that are set")
  func fields() {
    #expect(
      dumped(Measurement(value: 2.5, unit: UnitLength.kilometers)) == """
        Measurement(
          value: 2.5,
          unit: "km"
        )
        """)
    #expect(dumped(UnitLength.meters) == "UnitLength(m)")
    #expect(dumped(DateComponents(year: 2026)) == "DateComponents(year: 2026)")
  }

  @Test("Foundation objects are dumped as the values they represent")
  func objects() throws {
    #expect(dumped(NSString("Milk")) == #""Milk""#)
    #expect(dumped(NSNumber(value: 3)) == "3")
    #expect(dumped(NSDate(timeIntervalSince1970: 0)) == "Date(1970-01-01T00:00:00.000Z)")
    #expect(dumped(NSData(data: Data([1, 2]))) == "Data(2 bytes)")
    #expect(dumped(try #require(NSURL(string: "a:b"))) == "URL(a:b)")
    let uuid = "00010203-0405-0607-0809-0A0B0C0D0EFF"
    #expect(dumped(try #require(NSUUID(uuidString: uuid))) == "UUID(\(uuid))")
    #expect(dumped(NSAttributedString(string: "Milk")) == #""Milk""#)
    #expect(dumped(NSArray(array: ["Milk"])) == "[\n  [0]: \"Milk\"\n]")
  }

  @Test("A character set is dumped as ranges of code points in all planes")
  func characters() throws {
    let face = try #require(Unicode.Scalar(0x1F600))
    let set = CharacterSet(charactersIn: face...face).union(CharacterSet(charactersIn: "abz"))
    #expect(dumped(set) == "CharacterSet(U+0061...U+0062, U+007A, U+1F600)")
    #expect(dumped(CharacterSet()) == "CharacterSet()")
    #expect(
      dumped(CharacterSet(charactersIn: "ab").inverted)
        == "CharacterSet(U+0000...U+0060, U+0063...U+10FFFF)")
  }

  @Test("An attributed string is dumped as a string, or as its runs with their attributes")
  func attributedText() throws {
    var text = AttributedString("Read ")
    #expect(dumped(text) == #""Read ""#)
    let attributes = AttributeContainer().link(try #require(URL(string: "a:b")))
      .languageIdentifier("de")
    text += AttributedString("this", attributes: attributes)
    #expect(
      dumped(text) == """
        [
          [0]: (text: "Read "),
          [1]: (
            text: "this",
            attributes: "NSLanguage = de, NSLink = a:b"
          )
        ]
        """)
  }

  @Test("A pointer is dumped without its address, which differs between processes")
  func pointers() {
    #expect(dumped(UnsafeRawPointer(bitPattern: 16) as Any) == "UnsafeRawPointer(…)")
    #expect(dumped(OpaquePointer(bitPattern: 16) as Any) == "OpaquePointer(…)")
    #expect(dumped(UnsafePointer<Int>(bitPattern: 16) as Any) == "UnsafePointer<Int>(…)")
    #expect(
      dumped(UnsafeMutablePointer<Int>(bitPattern: 16) as Any) == "UnsafeMutablePointer<Int>(…)")
    #expect(dumped(UnsafeMutableRawPointer(bitPattern: 16) as Any) == "UnsafeMutableRawPointer(…)")
  }
}
