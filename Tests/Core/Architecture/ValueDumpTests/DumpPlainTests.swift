import Foundation
import Testing
import ValueDump

private struct Box<T> {
  struct Inner {}
}

@Suite("Dumps of plain values and Foundation types")
struct DumpPlainTests {
  @Test(
    "A Foundation value is dumped on one line",
    arguments: [
      (Date(timeIntervalSince1970: 1_767_225_600.25), "Date(2026-01-01T00:00:00.250Z)"),
      (UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255)), uuid),
      (URL(filePath: "/a/b", directoryHint: .notDirectory), "URL(file:///a/b)"),
      (Data([1, 2, 3, 4]), "Data(4 bytes)"), (Data([1]), "Data(1 byte)"),
      (Decimal(15) / 10, "1.5"), (IndexSet([1, 2, 5]), "IndexSet(1..<3, 5)"),
      (IndexPath(indexes: [1, 2]), "IndexPath(1, 2)"),
      (Locale(identifier: "en_US"), "Locale(en_US)"), (TimeZone.gmt, "TimeZone(GMT)"),
      (Calendar(identifier: .gregorian), "Calendar(gregorian)"),
      (
        NSError(domain: "d", code: 1),
        "NSError(\n  domain: \"d\",\n  code: 1,\n  userInfo: [:]\n)"
      ),
    ] as [(any Sendable, String)])
  func foundation(value: any Sendable, expected: String) {
    #expect(dumped(value) == expected)
  }

  private static let uuid = "UUID(00010203-0405-0607-0809-0A0B0C0D0EFF)"

  @Test("Numbers, ranges and durations are dumped as in source code")
  func plain() {
    #expect(dumped(-3) == "-3")
    #expect(dumped(1.0) == "1.0")
    #expect(dumped(true) == "true")
    #expect(dumped(0..<3) == "0..<3")
    #expect(dumped(0...3) == "0...3")
    #expect(dumped(Duration.milliseconds(1500)) == "1.5 seconds")
    #expect(dumped(AnyHashable(3)) == "3")
  }

  @Test("An error is dumped with its concrete type")
  func error() {
    enum Failure: Error { case offline(code: Int) }
    let result: Result<Int, any Error> = .failure(Failure.offline(code: 3))
    #expect(dumped(result) == "Result.failure(\n  .offline(code: 3)\n)")
  }

  @Test("A key path is dumped as in source code")
  func keyPath() {
    #expect(dumped(\User.name) == #"\User.name"#)
    #expect(!dumped(\[User].first?.name).contains("0x"))
  }

  @Test(
    "Functions and types are dumped by name, without modules and in short forms")
  func types() {
    let function: @Sendable (Int, String?) -> [Int] = { _, _ in [] }
    #expect(dumped(function) == "@Sendable (Int, String?) -> [Int]")
    #expect(dumped(Feature.Action.self) == "Feature.Action.self")
    #expect(dumped(Box<Int>.Inner.self) == "Box<Int>.Inner.self")
    #expect(dumped(Box<[String: [Date?]]>.self) == "Box<[String: [Date?]]>.self")
    #expect(dumped([Box<(Int) -> Void>].self) == "[Box<(Int) -> ()>].self")
    #expect(dumped(((Int) -> Void)?.self) == "((Int) -> ())?.self")
    #expect(dumped([Int: (x: Int, y: [Int])].self) == "[Int: (x: Int, y: [Int])].self")
    #expect(dumped([Double: Double]?.self) == "[Double: Double]?.self")
    // The values show the arguments of their types.
    #expect(dumped(Box<Int>() as Any) == "Box()")
    #expect(dumped(Box<(Int) -> [Int]>.Inner()) == "Box.Inner()")
  }

  @Test("A type can customize its dump with a string, a mirror or a different value")
  func protocols() {
    struct Text: CustomDumpStringConvertible {
      var customDumpDescription: String { "<text>" }
    }
    struct Reflected: CustomDumpReflectable {
      let secret = "x"
      var customDumpMirror: Mirror {
        Mirror(self, children: ["shown": 1], displayStyle: .struct)
      }
    }
    struct Represented: CustomDumpRepresentable {
      var customDumpValue: Any { Text() }
    }
    #expect(
      dumped([Text(), Reflected(), Represented()] as [Any]) == """
        [
          [0]: <text>,
          [1]: DumpPlainTests.Reflected(shown: 1),
          [2]: <text>
        ]
        """)
  }
}
