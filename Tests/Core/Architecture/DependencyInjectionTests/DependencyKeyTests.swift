import DependencyInjection
import Issues
import Testing

struct DependencyKeyTests {
  @Test(
    "The context determines the default value",
    arguments: zip(DependencyContext.allCases, ["live", "preview", "test"]))
  func context(context: DependencyContext, expected: String) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(\.context) var current
      @Dependency(\.place) var place
      #expect(current == context)
      #expect(place == expected)
    }
  }

  @Test("The preview value defaults to the live value")
  func previewValue() {
    let client = withDependencies {
      $0.context = .preview
    } operation: {
      DependencyValues.current.client
    }
    #expect(client == .liveValue)
  }

  @Test("A dependency without a test value fails the test where declared, and uses its live value")
  func noTestValue() throws {
    let collect = IssueCollector()
    let line = UInt(#line) + 1
    @Dependency(\.client) var client
    let read = collect { client }
    #expect(read == .liveValue)
    #expect(
      collect.messages == [
        """
        @Dependency(\\.client) has no value for tests, but the test read it; the live value is \
        used instead.
          Type: Client
          Key: Client
        Override it with 'withDependencies { $0.client = … } operation: { … }', or give Client a \
        'testValue'.
        """
      ])
    let location = try #require(collect.issues.first?.location)
    #expect(location.line == line)
    #expect(location.fileID.description.hasSuffix("/DependencyKeyTests.swift"))
  }

  @Test("A dependency that is read by key is reported by its key")
  func noTestValueOfKey() {
    let collect = IssueCollector()
    @Dependency(Client.self) var client
    _ = collect { client }
    #expect(collect.messages.count == 1)
    #expect(collect.messages.first?.hasPrefix("@Dependency(Client.self) has no value") == true)
    #expect(collect.messages.first?.contains("$0[Client.self] = …") == true)
  }

  @Test("Overriding a part of a dependency without a test value does not fail the test")
  func partialOverride() {
    let collect = IssueCollector()
    collect {
      withDependencies {
        $0.client.name = "mock"
      } operation: {
        @Dependency(\.client) var client
        #expect(client.name == "mock")
      }
    }
    #expect(collect.messages == [])
  }

  @Test("A dependency without a live value is reported outside of tests, and uses its test value")
  func noLiveValue() {
    let collect = IssueCollector()
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.interface) var interface
      collect { #expect(interface == .testValue) }
    }
    #expect(collect.messages.count == 1)
    #expect(
      collect.messages.first?.hasPrefix("@Dependency(\\.interface) has no live value") == true)
  }
}
