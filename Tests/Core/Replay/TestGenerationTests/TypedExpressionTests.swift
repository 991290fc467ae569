import Foundation
import RecordCoding
import Testing

@Suite("Values of calls as Swift source")
struct TypedExpressionTests {
  @Recordable
  enum Mode: Equatable {
    case idle
    case loading(percent: Int)
  }

  @Recordable
  struct Row: Equatable {
    private var id = 1

    init() {}

    func next() -> Self {
      var next = self
      next.id += 1
      return next
    }
  }

  @Test("Literals need no annotation if Swift infers their type")
  func literals() throws {
    #expect(try Statements.text(of: -4) == "-4")
    #expect(try Statements.text(of: "a\"b") == #""a\"b""#)
    #expect(try Statements.text(of: 0.5) == "0.5")
  }

  @Test("Other values have a type annotation")
  func annotated() throws {
    #expect(try Statements.text(of: UInt8(7)) == "7 as UInt8")
    #expect(
      try Statements.text(of: Mode.loading(percent: 3))
        == "TypedExpressionTests.Mode.loading(percent: 3)")
    #expect(try Statements.text(of: [Mode.idle]) == "[.idle] as [TypedExpressionTests.Mode]")
    #expect(try Statements.text(of: Int?.none) == "nil as Int?")
    #expect(try Statements.text(of: ["a": [1]]) == #"["a": [1]] as [String: [Int]]"#)
    #expect(try Statements.text(of: Row()) == "TypedExpressionTests.Row()")
    #expect(
      try Statements.text(of: Row().next())
        == #"try recorded("Row(id: 2)") as TypedExpressionTests.Row"#)
  }

  @Test("Durations are written in the largest unit that is exact")
  func durations() throws {
    #expect(try Statements.text(of: Duration.seconds(10)) == "Duration.seconds(10)")
    #expect(try Statements.text(of: Duration.milliseconds(1500)) == "Duration.milliseconds(1500)")
    #expect(try Statements.text(of: Duration.nanoseconds(3)) == "Duration.nanoseconds(3)")
    #expect(
      try Statements.text(of: Duration(secondsComponent: 0, attosecondsComponent: 1))
        == "Duration(secondsComponent: 0, attosecondsComponent: 1)")
    let longest = Duration(
      secondsComponent: .max, attosecondsComponent: 1_000_000_000_000_000)
    #expect(
      try Statements.text(of: longest)
        == "Duration(secondsComponent: 9223372036854775807, "
        + "attosecondsComponent: 1000000000000000)")
  }
}
