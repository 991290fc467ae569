import DependencyInjection
import Foundation
import Issues
import Testing

struct UncontrolledValueTests {
  /// Returns the names of the reported dependencies.
  func names(_ collect: IssueCollector) -> [Substring] {
    collect.messages.map { $0.prefix { $0 != ")" } }
  }

  @Test("Calling a generator without an override fails the test and returns a placeholder")
  func generators() {
    let collect = IssueCollector()
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    collect {
      _ = (uuid, date, withRandomNumberGenerator)
      #expect(collect.messages == [])
      #expect(uuid() == UUID(0))
      #expect(date.now == Date(timeIntervalSince1970: 0))
      #expect(withRandomNumberGenerator { $0.next() } == 0xE220_A839_7B1D_CDAF)
    }
    #expect(
      names(collect) == [
        "@Dependency(\\.uuid", "@Dependency(\\.date", "@Dependency(\\.withRandomNumberGenerator",
      ])
  }

  @Test("Using a clock without an override fails the test, and its sleep returns immediately")
  func clocks() async throws {
    let collect = IssueCollector()
    @Dependency(\.continuousClock) var continuousClock
    @Dependency(\.suspendingClock) var suspendingClock
    try await collect {
      _ = (continuousClock, suspendingClock)
      #expect(collect.messages == [])
      _ = continuousClock.now
      try await AnyClock(suspendingClock).sleep(for: .seconds(3600))
      _ = continuousClock.minimumResolution
    }
    #expect(
      names(collect) == [
        "@Dependency(\\.continuousClock", "@Dependency(\\.suspendingClock",
        "@Dependency(\\.suspendingClock", "@Dependency(\\.continuousClock",
      ])
  }

  @Test("Reading a calendar, locale or time zone without an override fails the test")
  func region() {
    let collect = IssueCollector()
    @Dependency(\.calendar) var calendar
    @Dependency(\.locale) var locale
    @Dependency(\.timeZone) var timeZone
    collect {
      #expect(calendar.identifier == .gregorian)
      #expect(calendar.timeZone == .gmt)
      #expect(locale == Locale(identifier: "en_US_POSIX"))
      #expect(timeZone == .gmt)
    }
    #expect(
      names(collect) == [
        "@Dependency(\\.calendar", "@Dependency(\\.calendar", "@Dependency(\\.locale",
        "@Dependency(\\.timeZone",
      ])
  }

  @Test("A dependency without an override is reported at its declaration, with the remedy")
  func place() throws {
    let collect = IssueCollector()
    let line = UInt(#line) + 1
    @Dependency(\.uuid) var uuid
    collect { _ = uuid() }
    let issue = try #require(collect.issues.first)
    #expect(
      issue.message == """
        @Dependency(\\.uuid) is not controlled by the test that uses it. Override it with \
        'withDependencies { $0.uuid = .incrementing } operation: { … }'.
        """)
    #expect(issue.location?.line == line)
  }

  @Test("Overriding a part of a dependency does not fail the test")
  func partialOverride() {
    let collect = IssueCollector()
    collect {
      withDependencies {
        $0.date.now = Date(timeIntervalSince1970: 42)
        $0.calendar.firstWeekday = 2
      } operation: {
        @Dependency(\.date.now) var now
        @Dependency(\.calendar) var calendar
        #expect(now == Date(timeIntervalSince1970: 42))
        #expect(calendar.firstWeekday == 2)
      }
    }
    #expect(collect.messages == [])
  }

  @Test("Opening a URL without an override fails the test")
  func openingOfURLs() async throws {
    let collect = IssueCollector()
    @Dependency(\.openURL) var openURL
    let url = try #require(URL(string: "https://example.org"))
    await collect {
      _ = openURL
      #expect(collect.messages == [])
      #expect(await openURL(url) == false)
    }
    #expect(names(collect) == ["@Dependency(\\.openURL"])
  }

  @Test("A test's override opens URLs")
  func openedURL() async throws {
    let url = try #require(URL(string: "https://example.org"))
    let opened = LockIsolated<[URL]>([])
    await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url))
    }
    #expect(opened.value == [url])
  }
}
