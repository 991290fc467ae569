import DependencyInjection
import Issues
import Testing

@Suite("Unimplemented closures and values")
struct UnimplementedTests {
  @Test("A closure reports its arguments when called, and returns its placeholder")
  func placeholder() throws {
    let collect = IssueCollector()
    let line = UInt(#line) + 1
    let add: @Sendable (Int, Int) -> Int = unimplemented("add", placeholder: 42)
    #expect(collect { add(1, 2) } == 42)
    #expect(
      collect.messages == [
        """
        Unimplemented: add

        It was called with (1, 2), but no call was expected. Provide an implementation to the code \
        under test.
        """
      ])
    #expect(try #require(collect.issues.first?.location).line == line)
  }

  @Test("A closure reports a single argument without parentheses, and no arguments if it has none")
  func arguments() {
    let collect = IssueCollector()
    let say: @Sendable (String) -> Void = unimplemented("say")
    let stop: () -> Void = unimplemented()
    collect {
      say("Hello")
      stop()
    }
    #expect(
      collect.messages == [
        """
        Unimplemented: say

        It was called with "Hello", but no call was expected. Provide an implementation to the \
        code under test.
        """,
        """
        Unimplemented

        It was called, but no call was expected. Provide an implementation to the code under test.
        """,
      ])
  }

  @Test("Synchronous and asynchronous closures throw if they can")
  func throwing() async {
    let collect = IssueCollector()
    let load: @Sendable (Int) throws -> String = unimplemented("load")
    let fetch: @Sendable (Int, Bool, String) async throws -> String = unimplemented("fetch")
    let save: (Int) async throws -> Void = unimplemented("save")
    await collect {
      #expect(throws: UnimplementedFailure(description: "load")) { try load(1) }
      await #expect(throws: UnimplementedFailure(description: "fetch")) {
        try await fetch(1, true, "x")
      }
      await #expect(throws: UnimplementedFailure(description: "save")) { try await save(1) }
    }
    #expect(collect.issues.count == 3)
  }

  @Test("An asynchronous closure that cannot throw returns its placeholder")
  func asynchronous() async {
    let collect = IssueCollector()
    let count: @Sendable () async -> Int = unimplemented("count", placeholder: 3)
    let wait: @Sendable () async -> Void = unimplemented("wait")
    await collect {
      #expect(await count() == 3)
      await wait()
    }
    #expect(collect.issues.count == 2)
  }

  @Test("A value reports where it is created")
  func value() throws {
    let collect = IssueCollector()
    let (line, number) = collect { (UInt(#line), unimplemented("number", placeholder: 7)) }
    #expect(number == 7)
    #expect(try #require(collect.issues.first?.location).line == line)
    #expect(collect.messages.first?.hasPrefix("Unimplemented: number\n") == true)
  }
}
