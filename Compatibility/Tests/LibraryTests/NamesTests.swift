import ComposableArchitecture
import Foundation
import Testing

/// A feature whose reducer is created by a function.
@Reducer
private struct CancelledDownloads {
  struct State: Equatable { var running: Set<Int> = [] }

  enum Action: Equatable, Sendable {
    case start(Int)
    case stop([Int])
    case stopAll
  }

  enum CancelID: Hashable, Sendable { case cleaning }

  var body: some ReducerOf<Self> { downloads }

  @ReducerBuilderOf<Self>
  private var downloads: some ReducerOf<Self> {
    EmptyReducer()
    Reduce { state, action in
      switch action {
      case .start(let id):
        state.running.insert(id)
        return .run { _ in try await Task.never() }.cancellable(id: id)
      case .stop(let ids):
        state.running.subtract(ids)
        return .cancel(ids: ids)
      case .stopAll:
        defer { state.running = [] }
        return .merge(.cancel(ids: state.running), .cancel(ids: ["all", CancelID.cleaning]))
      }
    }
  }
}

/// Tests names of the published libraries.
@MainActor
struct NamesTests {
  @Test("Effects with several identifiers are canceled together")
  func cancelSeveral() async {
    let store = TestStore(initialState: CancelledDownloads.State()) { CancelledDownloads() }
    let first = await store.send(.start(1)) { $0.running = [1] }
    let second = await store.send(.start(2)) { $0.running = [1, 2] }
    let third = await store.send(.start(3)) { $0.running = [1, 2, 3] }
    await store.send(.stop([1, 3])) { $0.running = [2] }
    await first.finish()
    await third.finish()
    await store.send(.stopAll) { $0.running = [] }
    await second.finish()
  }

  @Test("A function that sends can be named by its feature")
  func sendOf() {
    var sent: [CancelledDownloads.Action] = []
    let send = SendOf<CancelledDownloads> { sent.append($0) }
    send(.start(1))
    #expect(sent == [.start(1)])
  }

  @Test("Clocks can be named wherever any clock is expected")
  func clocks() async throws {
    let immediate: any Clock<Duration> = .immediate
    try await immediate.sleep(for: .seconds(60))
    let unimplemented: any Clock<Duration> = .unimplemented()
    await withKnownIssue {
      try? await unimplemented.sleep(for: .seconds(1))
    }
    let named: any Clock<Duration> = .unimplemented(name: "The timer's clock")
    await withKnownIssue {
      try? await named.sleep(for: .seconds(1))
    } matching: {
      $0.description.contains("The timer's clock.")
    }
  }

  private struct Greeter: DependencyKey, Sendable {
    let name: String
    static let liveValue = Self(name: "live")
    static let previewValue = Self(name: "preview")
    static let testValue = Self(name: "test")
  }

  @Test("The context can be read and overridden")
  func contexts() {
    @Dependency(\.context) var context
    @Dependency(Greeter.self) var greeter
    #expect(context == .test)
    #expect(greeter.name == "test")
    for (other, name) in [(DependencyContext.live, "live"), (.preview, "preview"), (.test, "test")]
    {
      withDependencies {
        $0.context = other
      } operation: {
        #expect(context == other)
        #expect(greeter.name == name)
      }
    }
  }

  @Test("TestContext identifies the running test framework and test")
  func testContext() throws {
    let context = try #require(TestContext.current)
    #expect(context.isSwiftTesting)
    guard case .swiftTesting(let testing?) = context else {
      Issue.record("the test is known")
      return
    }
    #expect(testing.test.id.rawValue.contains("testContext()"))
  }

  private struct Person: Codable, Equatable { var name = "Blob" }

  @Test("Identified adds an identifier to a value")
  func identified() throws {
    var people: IdentifiedArrayOf<Identified<Int, Person>> = [
      Identified(Person(), id: 1), Identified(Person(name: "bb"), id: \.name.count),
      Identified(Person(name: "ccc")) { $0.name.count },
    ]
    #expect(people.ids == [1, 2, 3])
    people[id: 2]?.value.name = "B"
    people[id: 3]?.name += "c"
    #expect(people[id: 2] == Identified(Person(name: "B"), id: 2))
    #expect(people[id: 3]?.name == "cccc")
    let data = try JSONEncoder().encode(people)
    #expect(try JSONDecoder().decode(type(of: people), from: data) == people)
  }
}
