import ComposableArchitecture
import Foundation
import Testing

extension PersistenceReaderKey where Self == InMemoryKey<Int> {
  fileprivate static var visits: Self { .inMemory("visits") }
}

extension PersistenceKey where Self == PersistenceKeyDefault<InMemoryKey<Int>> {
  fileprivate static var limit: Self { PersistenceKeyDefault(.inMemory("limit"), 7) }
}

private struct Client {
  var load: @Sendable (Int) -> String
  var date: () -> Date?
  var stream: @Sendable () async -> AsyncStream<Int>
  var ids: @Sendable (Int) throws -> [Int]
}

private final class Model: HashableObject {}

@Suite("Earlier names of dependencies, keys and texts")
struct EarlierDependenciesTests {
  @available(*, deprecated)
  @Test("Keys have their earlier names, and a key its default")
  func keys() {
    @Shared(.visits) var visits = 2
    @Shared(.limit) var limit
    #expect(visits == 2)
    #expect(limit == 7)
  }

  @available(*, deprecated)
  @Test("A reference is created without a label, and from an optional reference with a value")
  func unlabelledReferences() throws {
    let count = Shared(7)
    let date: Shared<Date> = Shared(.distantPast)
    #expect(count.wrappedValue == 7)
    #expect(date.wrappedValue == .distantPast)
    let optional = Shared<Int?>(value: 1)
    let unwrapped: Shared<Int> = try #require(Shared(optional))
    unwrapped.withLock { $0 = 2 }
    #expect(optional.wrappedValue == 2)
    #expect(Shared(Shared<Int?>(value: nil)) == nil)
    let reader: SharedReader<Int> = try #require(SharedReader(SharedReader(optional)))
    #expect(reader.wrappedValue == 2)
  }

  @Test("Objects are equal only to themselves")
  func objects() {
    let one = Model()
    #expect(Set([one, Model(), one]).count == 2)
    #expect(one == one)
  }

  @Test("Dependencies are those of a context")
  func contexts() {
    #expect(DependencyValues.live.context == .live)
    #expect(DependencyValues.preview.context == .preview)
    var values = DependencyValues.test
    values.uuid = .incrementing
    #expect(values.uuid() == UUID(0))
    withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 5))
    } operation: {
      #expect(DependencyValues._current.date.now == Date(timeIntervalSince1970: 5))
    }
  }

  @Test("A scheduler of a test begins in 1970, and others have the date of the dependencies")
  func times() async {
    let loop = RunLoop.test
    await loop.advance(by: .seconds(2))
    #expect(loop.now.date == Date(timeIntervalSince1970: 2))
    #expect(loop.eraseToAnyScheduler().now.date == Date(timeIntervalSince1970: 2))
    let queue = DispatchQueue.test
    let start = queue.now.dispatchTime
    await queue.advance(by: .milliseconds(1))
    #expect(queue.now.dispatchTime.uptimeNanoseconds == start.uptimeNanoseconds + 1_000_000)
    let time: DispatchQueue.SchedulerTimeType = queue.eraseToAnyScheduler().now
    #expect(time.dispatchTime == queue.now.dispatchTime)
    withDependencies {
      $0.context = .live
      $0.date = .constant(Date(timeIntervalSince1970: 9))
    } operation: {
      @Dependency(\.mainRunLoop) var mainRunLoop
      #expect(mainRunLoop.now.date == Date(timeIntervalSince1970: 9))
    }
  }

  @Test(
    "Any date of the dependencies has a dispatch time",
    arguments: [Date.distantPast, Date(timeIntervalSince1970: -1.5), .distantFuture])
  func extremeTimes(date: Date) {
    withDependencies {
      $0.context = .live
      $0.date = .constant(date)
    } operation: {
      @Dependency(\.mainQueue) var mainQueue
      let nanoseconds = mainQueue.now.dispatchTime.uptimeNanoseconds
      #expect(date < Date(timeIntervalSince1970: 0) ? nanoseconds == 1 : nanoseconds > 1 << 62)
    }
  }

  @Test("A text has values in the form of a formatter, a specifier or a style")
  func texts() {
    let formatter = NumberFormatter()
    formatter.minimumIntegerDigits = 3
    let date = Date(timeIntervalSince1970: 86_400)
    #expect(String(state: TextState("No. \(7, formatter: formatter)")) == "No. 007")
    #expect(String(state: TextState("\(1.25, specifier: "%.1f") km")) == "1.2 km")
    #expect(String(state: TextState("on \(date, style: .date)")) == "on 1970-01-02")
    #expect(String(state: TextState("at \(date, style: .time)")) == "at 00:00:00")
    #expect(
      String(state: TextState("since \(date, style: .relative)")) == "since 1970-01-02T00:00:00Z")
    #expect(String(state: TextState("\(12, format: .percent)")) == 12.formatted(.percent))
    #expect(TextState("a\(1)") == TextState(verbatim: "a1"))
  }

  @available(*, deprecated)
  @Test("A closure without an implementation or a placeholder fails the test and returns nothing")
  func unimplementedClosures() async {
    for client in [
      Client(
        load: unimplemented("load"), date: unimplemented("date"), stream: unimplemented("stream"),
        ids: unimplemented("ids")),
      Client(
        load: XCTUnimplemented("load"), date: XCTUnimplemented("date"),
        stream: XCTUnimplemented("stream"), ids: XCTUnimplemented("ids")),
    ] {
      withKnownIssue { #expect(client.load(1) == "") }
      withKnownIssue { #expect(client.date() == nil) }
      await withKnownIssue {
        for await _ in await client.stream() { Issue.record("the stream has no elements") }
      }
      withKnownIssue {
        #expect(throws: UnimplementedFailure.self) { try client.ids(1) }
      }
    }
    let placeholder: (Int) -> String = XCTUnimplemented("text", placeholder: "none")
    withKnownIssue { #expect(placeholder(1) == "none") }
  }

  @Test("Code that does not import XCTest fails a test")
  func failure() {
    withKnownIssue { XCTFail("no reason") }
    #expect(_XCTIsTesting)
  }
}
