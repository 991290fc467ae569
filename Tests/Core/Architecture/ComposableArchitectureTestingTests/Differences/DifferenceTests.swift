import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Expecting differences")
struct DifferenceTests {
  private struct User: Equatable {
    var id = 2
    var name = "Blob"
    var numbers = [42, 1729]
  }

  private struct Unreadable: Error {}

  @Test("Equal values have no difference")
  func equal() async {
    let failures = await failures {
      expectNoDifference(User(), User())
      XCTAssertNoDifference(User(), User())
    }
    #expect(failures == [])
  }

  @Test("Different values fail with the fields that differ, at the line of the call")
  func notEqual() async {
    var line: UInt = 0
    let failures = await failures {
      line = #line + 1
      expectNoDifference(User(), User(name: "Other"))
      XCTAssertNoDifference(User(), User(name: "Other"))
    }
    let message = """
      Difference: …

        \u{2007} DifferenceTests.User(
        \u{2007}   id: 2,
        −   name: "Blob",
        +   name: "Other",
        \u{2007}   numbers: […]
        \u{2007} )

      (First: −, Second: +)
      """
    #expect(failures == [Failure(line: line, message), Failure(line: line + 1, message)])
  }

  @Test("A custom message precedes the difference")
  func message() async {
    let failures = await failures {
      expectNoDifference(1, 2, "The count is wrong")
      XCTAssertNoDifference(1, 2, "The count is wrong")
    }
    let message = """
      The count is wrong - Difference: …

        − 1
        + 2

      (First: −, Second: +)
      """
    #expect(failures.map(\.message) == [message, message])
  }

  @Test("Different values with equal dumps fail with a remark")
  func invisible() async {
    struct Same: Equatable {
      let number = 1
      static func == (lhs: Self, rhs: Self) -> Bool { false }
    }
    let failures = await failures { expectNoDifference(Same(), Same()) }
    #expect(
      failures.map(\.message) == [
        """
        Difference: …

          \u{2007} // Not equal but no difference detected:
          − DifferenceTests.Same(number: 1)
          + DifferenceTests.Same(number: 1)

        (First: −, Second: +)
        """
      ])
  }

  @Test("A value that throws fails with its error")
  func throwing() async {
    func user() throws -> User { throw Unreadable() }
    func check() {
      expectNoDifference(try user(), User(), "No user")
      XCTAssertNoDifference(User(), try user())
      expectDifference(try user()) { _ in }
      expectDifference(User()) {
        throw Unreadable()
      } changes: { _ in
      }
      XCTAssertDifference(User(), operation: {}, changes: { _ in throw Unreadable() })
    }
    let failures = await failures {
      check()
      await expectDifference(User()) {
        try await fail()
      } changes: { _ in
      }
    }
    #expect(
      failures.map(\.message)
        == ["No user - Threw error: Unreadable()"]
        + Array(repeating: "Threw error: Unreadable()", count: 5))
  }

  @Test("An operation that changes a value as expected passes")
  func change() async {
    var user = User()
    func rename() {
      expectDifference(user) {
        user.name = "Other"
      } changes: {
        $0.name = "Other"
      }
    }
    let failures = await failures {
      rename()
      await XCTAssertDifference(user) {
        await Task.yield()
        user.id += 1
      } changes: {
        $0.id = 3
      }
    }
    #expect(failures == [])
  }

  @Test("An operation that changes a value differently fails with the expected change")
  func wrongChange() async {
    var line: UInt = 0
    var user = User()
    func rename() {
      line = #line + 1
      expectDifference(user, "Renaming") {
        user.name = "Other"
      } changes: {
        $0.name = "Another"
      }
    }
    let failures = await failures {
      rename()
      await expectDifference(user) {
        user.numbers = []
      } changes: { _ in
      }
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Renaming - Difference: …

            \u{2007} DifferenceTests.User(
            \u{2007}   id: 2,
            −   name: "Another",
            +   name: "Other",
            \u{2007}   numbers: […]
            \u{2007} )

          (Expected: −, Actual: +)
          """),
        Failure(
          line: line + 8,
          """
          Difference: …

            \u{2007} DifferenceTests.User(
            \u{2007}   id: 2,
            \u{2007}   name: "Other",
            \u{2007}   numbers: [
            −     [0]: 42,
            −     [1]: 1729
            \u{2007}   ]
            \u{2007} )

          (Expected: −, Actual: +)
          """),
      ])
  }

  private func fail() async throws { throw Unreadable() }
}
