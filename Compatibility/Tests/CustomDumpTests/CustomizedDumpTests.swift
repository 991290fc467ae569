import CustomDump
import Foundation
import Testing

/// Tests the dumps of types that customize them, and of Foundation's types.
struct CustomizedDumpTests {
  private struct Money: CustomDumpStringConvertible {
    var cents: Int
    var customDumpDescription: String { "\(cents) ¢" }
  }

  private struct UserID: CustomDumpRepresentable {
    var number: Int
    var customDumpValue: Any { number }
  }

  private struct Login: CustomDumpReflectable {
    var user = "blob"
    var token = "secret"
    var customDumpMirror: Mirror {
      Mirror(self, children: ["user": user, "token": "redacted"], displayStyle: .struct)
    }
  }

  private struct Account {
    var id = UserID(number: 42)
    var balance = Money(cents: 99)
  }

  @Test("A type with a custom description is dumped as that description")
  func description() {
    #expect(String(customDumping: Money(cents: 5)) == "5 ¢")
  }

  @Test("A type with a custom representation is dumped as that value")
  func representation() {
    #expect(String(customDumping: UserID(number: 1)) == "1")
    #expect(
      String(customDumping: Account()) == """
        CustomizedDumpTests.Account(
          id: 42,
          balance: 99 ¢
        )
        """)
  }

  @Test("A type with a custom mirror is dumped through it")
  func mirror() {
    #expect(
      String(customDumping: Login()) == """
        CustomizedDumpTests.Login(
          user: "blob",
          token: "redacted"
        )
        """)
  }

  @Test("A property with a custom description is dumped on the same line")
  func descriptionOnOneLine() {
    #expect(String(customDumping: Box(value: Money(cents: 1))).hasSuffix("(value: 1 ¢)"))
  }

  @Test("Foundation's values are dumped with their types and contents")
  func foundation() throws {
    let url = try #require(URL(string: "https://www.example.com/a?b=c"))
    let uuid = try #require(UUID(uuidString: "deadbeef-dead-beef-dead-beefdeadbeef"))
    let decimal = try #require(Decimal(string: "1.23"))
    let timeZone = try #require(TimeZone(identifier: "America/New_York"))
    #expect(
      String(customDumping: Date(timeIntervalSince1970: 0)) == "Date(1970-01-01T00:00:00.000Z)")
    #expect(String(customDumping: url) == "URL(https://www.example.com/a?b=c)")
    #expect(String(customDumping: uuid) == "UUID(DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF)")
    #expect(String(customDumping: Data([1, 2, 3, 4])) == "Data(4 bytes)")
    #expect(String(customDumping: Data([1])) == "Data(1 byte)")
    #expect(String(customDumping: decimal) == "1.23")
    #expect(String(customDumping: Locale(identifier: "en_US")) == "Locale(en_US)")
    #expect(String(customDumping: timeZone) == "TimeZone(America/New_York)")
    #expect(String(customDumping: Calendar(identifier: .gregorian)) == "Calendar(gregorian)")
  }

  @Test("A Foundation error is dumped with its domain, code and user info")
  func error() {
    let error = NSError(domain: "co.example", code: 42, userInfo: ["reason": "An error"])
    #expect(
      String(customDumping: error) == """
        NSError(
          domain: "co.example",
          code: 42,
          userInfo: [
            "reason": "An error"
          ]
        )
        """)
  }

  @Test("Foundation's objects are dumped like the values that they bridge to")
  func objects() throws {
    #expect(String(customDumping: NSNull()) == "NSNull()")
    #expect(String(customDumping: NSRange(2..<5)) == "2..<5")
    #expect(String(customDumping: NSRange(location: NSNotFound, length: 0)).hasPrefix("NSRange"))
    #expect(String(customDumping: NSLocale(localeIdentifier: "nb_NO")) == "Locale(nb_NO)")
    #expect(String(customDumping: ObjectIdentifier(NSNull())) == "ObjectIdentifier()")
    #expect(
      String(customDumping: NSIndexSet(indexSet: [1, 2, 7])) == """
        IndexSet(
          ranges: [
            [0]: 1..<3,
            [1]: 7..<8
          ]
        )
        """)
    #expect(
      String(customDumping: NSMeasurement(doubleValue: 2, unit: Unit(symbol: "kg"))) == """
        Measurement(
          value: 2.0,
          unit: "kg"
        )
        """)
    let calendar = try #require(NSCalendar(calendarIdentifier: .gregorian))
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let dump = String(customDumping: calendar)
    #expect(dump.hasPrefix("Calendar(\n  identifier: .gregorian,\n"))
    #expect(dump.contains("  timeZone: TimeZone(\n    identifier: \"GMT\",\n"))
  }

  @Test("Objects with optional parts are dumped with the parts that exist")
  func optionalParts() throws {
    let url = try #require(NSURLComponents(string: "https://example.com/a?b=c"))
    #expect(
      String(customDumping: url) == """
        URLComponents(
          scheme: "https",
          host: "example.com",
          path: "/a",
          queryItems: [
            [0]: URLQueryItem(
              name: "b",
              value: "c"
            )
          ]
        )
        """)
    let note = NSNotification(name: .init("opened"), object: nil, userInfo: ["page": 1])
    #expect(
      String(customDumping: note) == """
        Notification(
          name: "opened",
          userInfo: [
            "page": 1
          ]
        )
        """)
  }

  @Test("A collection that is like a dictionary and has an order is dumped in that order")
  func orderedDictionary() {
    let pairs = Ordered(pairs: [(2, "b"), (1, "a")])
    #expect(String(customDumping: pairs) == "[\n  2: \"b\",\n  1: \"a\"\n]")
    #expect(String(customDumping: [2: "b", 1: "a"]) == "[\n  1: \"a\",\n  2: \"b\"\n]")
    #expect(
      diff(pairs, Ordered(pairs: [(2, "b"), (1, "c")]))
        == "  [\n    2: \"b\",\n-   1: \"a\"\n+   1: \"c\"\n  ]")
  }

  @Test("A difference that a custom description hides is shown all the same")
  func hiddenDifference() {
    struct Secret: CustomDumpStringConvertible {
      var text: String
      var customDumpDescription: String { "<hidden>" }
    }
    #expect(diff(Secret(text: "a"), Secret(text: "a")) == nil)
    #expect(diff(Secret(text: "a"), Secret(text: "b")) == "- <hidden>\n+ <hidden>")
  }

  @Test("Values that are never equal are marked, without their contents")
  func neverEqual() {
    struct Unequal: Equatable {
      let id = 1
      let name = "a"
      static func == (one: Self, other: Self) -> Bool { false }
    }
    let difference = diff(Box(value: Unequal()), Box(value: Unequal()))
    #expect(difference?.contains("// Not equal but no difference detected:") == true)
    #expect(difference?.contains("Unequal(…)") == true)
  }

  private struct Ordered: CustomReflectable {
    let pairs: [(Int, String)]

    var customMirror: Mirror {
      Mirror(self, unlabeledChildren: pairs, displayStyle: .dictionary)
    }
  }
}
