import Dependencies
import Testing

/// Tests the default values of dependencies in each context.
struct DependencyKeyTests {
  @Test("A test uses the test value")
  func test() {
    @Dependency(\.context) var context
    #expect(context == .test)
    @Dependency(\.greeter) var greeter
    #expect(greeter.name == "test")
  }

  @Test("Each context has its default value", arguments: [DependencyContext.live, .preview, .test])
  func context(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(\.greeter) var greeter
      #expect(greeter.name == "\(context)")
    }
  }

  @Test("The preview value defaults to the live value")
  func previewFallback() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly.name == "live")
    }
  }

  @Test("Without a live value, the preview value is the test value")
  func previewOfTestKey() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(TestOnly.self) var testOnly
      #expect(testOnly.name == "test")
    }
  }

  @Test("Reading a dependency without a test value fails the test")
  func missingTestValue() {
    @Dependency(\.liveOnly) var liveOnly
    withKnownIssue {
      #expect(liveOnly.name == "live")
    } matching: {
      $0.description.contains("liveOnly")
    }
  }

  @Test("Overriding a dependency without a test value reports no issue")
  func overriddenMissingTestValue() {
    withDependencies {
      $0.liveOnly = LiveOnly(name: "Blob")
    } operation: {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly.name == "Blob")
    }
  }

  @Test("Reading a dependency without a live value in a live context reports an issue")
  func missingLiveValue() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(TestOnly.self) var testOnly
      withKnownIssue { _ = testOnly }
    }
  }

  @Test("A default value is created once per test", arguments: 0..<2)
  func cached(case: Int) {
    @Dependency(Counter.self) var first
    @Dependency(Counter.self) var second
    #expect(first.next() == 0)
    #expect(second.next() == 1)
  }

  @Test("prepareDependencies sets the defaults of a test")
  func prepared() {
    prepareDependencies {
      $0.greeter.name = "prepared"
      $0.date = .constant(Date(timeIntervalSince1970: 7))
    }
    @Dependency(\.greeter) var greeter
    @Dependency(\.date.now) var now
    #expect(greeter.name == "prepared")
    #expect(now == Date(timeIntervalSince1970: 7))
  }

  @Test("Prepared dependencies are reset for the next test", arguments: 0..<2)
  func preparedOnce(case number: Int) {
    @Dependency(\.greeter) var greeter
    prepareDependencies { $0.greeter.name += " \(number)" }
    #expect(greeter.name == "test \(number)")
  }

  @Test("Preparing a dependency that was already read reports an issue")
  func preparedLate() {
    @Dependency(\.greeter) var greeter
    _ = greeter
    withKnownIssue {
      prepareDependencies { $0.greeter.name = "late" }
    }
    #expect(greeter.name == "test")
  }
}
