import ConcurrencyExtras
import CustomDump
import IssueReporting
import Testing

struct DifferenceExpectationTests {
  /// Collects the messages of reported issues.
  private final class Messages: IssueReporter {
    let all = LockIsolated<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      let text = message() ?? ""
      all.withValue { $0.append(text) }
    }
  }

  private func messages(_ operation: () -> Void) -> [String] {
    let messages = Messages()
    withIssueReporters([messages], operation: operation)
    return messages.all.value
  }

  private func messages(_ operation: () async -> Void) async -> [String] {
    let messages = Messages()
    await withIssueReporters([messages], operation: operation)
    return messages.all.value
  }

  @Test("Equal values pass")
  func equal() {
    #expect(messages { expectNoDifference(User(id: 1, name: "a"), User(id: 1, name: "a")) }.isEmpty)
  }

  @Test("Unequal values fail with their difference")
  func notEqual() {
    #expect(
      messages { expectNoDifference(User(id: 1, name: "a"), User(id: 1, name: "b")) } == [
        """
        Difference: …

          \u{2007} User(
          \u{2007}   id: 1,
          −   name: "a"
          +   name: "b"
          \u{2007} )

        (First: −, Second: +)
        """
      ])
  }

  @Test("A message precedes the difference")
  func message() {
    #expect(
      messages { expectNoDifference(1, 2, "The counts differ") }.first?
        .hasPrefix("The counts differ - Difference: …") == true)
  }

  @Test("An error thrown by an argument fails")
  func throwing() {
    struct Failure: Error {}
    func value() throws -> Int { throw Failure() }
    func check() { expectNoDifference(try value(), 1) }
    #expect(messages(check).count == 1)
  }

  @Test("The expected change passes")
  func expectedChange() {
    var count = 0
    #expect(
      messages {
        expectDifference(count) {
          count += 1
        } changes: {
          $0 = 1
        }
      }.isEmpty)
  }

  @Test("An unexpected change fails with the difference")
  func unexpectedChange() {
    var count = 0
    let messages = messages {
      expectDifference(count) {
        count += 2
      } changes: {
        $0 = 1
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("−") == true)
    #expect(messages.first?.hasSuffix("(Expected: −, Actual: +)") == true)
  }

  @Test("The change made by an asynchronous operation is compared")
  func asynchronousChange() async {
    let count = LockIsolated(0)
    let messages = await messages {
      await expectDifference(count.value) {
        await Task.yield()
        count.setValue(1)
      } changes: {
        $0 = 1
      }
    }
    #expect(messages.isEmpty)
  }

  @Test("Without an operation, the value is compared with its changed copy")
  func noOperation() {
    let user = User(id: 1, name: "Blob")
    #expect(messages { expectDifference(user, changes: { $0.name = "Blob" }) }.isEmpty)
  }
}
