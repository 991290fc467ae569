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
}
