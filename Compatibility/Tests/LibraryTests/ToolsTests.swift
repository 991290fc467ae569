import ComposableArchitecture
import Testing

/// Tests the foundations of the architecture: dependencies, clocks, case paths, collections and
/// differences.
@MainActor
struct ToolsTests {
  // MARK: Dependencies

  @DependencyClient
  struct Weather {
    var forecast: @Sendable (_ city: String) async throws -> String
    var isSunny: @Sendable (_ city: String) -> Bool = { _ in false }
    var refresh: @Sendable () async -> Void
  }

  @Test
  func aClientThatIsNotGivenReportsItsEndpoint() async {
    let weather = Weather()
    await withKnownIssue {
      _ = try await weather.forecast(city: "Oslo")
    }
    withKnownIssue {
      _ = weather.isSunny(city: "Oslo")
    }
  }

  @Test
  func anEndpointIsOverriddenAlone() async throws {
    var weather = Weather()
    weather.forecast = { city in "Rain in \(city)" }
    #expect(try await weather.forecast(city: "Oslo") == "Rain in Oslo")
  }

  struct Model {
    @Dependency(\.uuid) var uuid
    @Dependency(\.weather) var weather
    @Dependency(Greeter.self) var greeter
  }

  @Test
  func dependenciesAreOverriddenForAScope() {
    let model = withDependencies {
      $0.uuid = .incrementing
      $0.weather.isSunny = { $0 == "Rome" }
      $0[Greeter.self] = Greeter { "Hi, \($0)" }
    } operation: {
      Model()
    }
    #expect(model.uuid() == UUID(0))
    #expect(model.uuid() == UUID(1))
    #expect(model.weather.isSunny(city: "Rome"))
    #expect(model.greeter.greet("Blob") == "Hi, Blob")
  }

  @Test
  func overridesNest() {
    @Dependency(\.date.now) var now
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1)
    } operation: {
      #expect(now.timeIntervalSince1970 == 1)
      withDependencies {
        $0.date.now = Date(timeIntervalSince1970: 2)
      } operation: {
        #expect(now.timeIntervalSince1970 == 2)
      }
      #expect(now.timeIntervalSince1970 == 1)
    }
  }

  @Test
  func randomNumbersAreControlled() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(LCRNG(seed: 0))
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      let first = (0..<6).map { _ in
        withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      }
      #expect(first.allSatisfy { (1...6).contains($0) })
      #expect(Set(first).count > 1)
    }
  }

  // MARK: Clocks

  @Test
  func aTestClockAdvancesByHand() async {
    let clock = TestClock()
    let isDone = LockIsolated(false)
    let task = Task {
      try await clock.sleep(for: .seconds(3))
      isDone.setValue(true)
    }
    await clock.advance(by: .seconds(2))
    #expect(!isDone.value)
    await clock.advance(by: .seconds(1))
    _ = await task.result
    #expect(isDone.value)
  }

  @Test
  func anImmediateClockDoesNotWait() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(1_000_000))
    #expect(ImmediateClock().now.duration(to: clock.now) == .seconds(1_000_000))
  }

  @Test
  func aTestClockRunsToTheEnd() async {
    let clock = TestClock()
    let log = LockIsolated([Int]())
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)).prefix(3) {
        log.withValue { $0.append($0.count + 1) }
      }
    }
    await clock.advance(by: .seconds(3))
    await task.value
    #expect(log.value == [1, 2, 3])
  }

  // MARK: Case paths

  @CasePathable
  @dynamicMemberLookup
  enum Loading: Equatable {
    case idle
    case loaded(String)
    case failed(code: Int, reason: String)
  }

  @Test
  func casesAreReadWrittenAndTested() {
    var loading = Loading.loaded("a")
    #expect(loading.loaded == "a")
    #expect(loading.idle == nil)
    #expect(loading.is(\.loaded))
    loading.modify(\.loaded) { $0 += "b" }
    #expect(loading == .loaded("ab"))
    loading[case: \.loaded] = "c"
    #expect(loading == .loaded("c"))
    #expect(Loading.failed(code: 1, reason: "x").failed?.code == 1)
    let path: CaseKeyPath<Loading, String> = \.loaded
    #expect(path("z") == .loaded("z"))
    #expect(Loading.allCasePaths.loaded.embed("q") == .loaded("q"))
    #expect([Loading.idle, .loaded("x"), .loaded("y")].compactMap(\.loaded) == ["x", "y"])
  }

  // MARK: Collections

  struct Item: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  @Test
  func anIdentifiedArrayKeepsOrderAndIdentity() {
    var items: IdentifiedArrayOf<Item> = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
    items.append(Item(id: 1, name: "again"))
    #expect(items.map(\.name) == ["a", "b"])
    items[id: 2]?.name = "c"
    #expect(items[id: 2]?.name == "c")
    items.updateOrAppend(Item(id: 3, name: "d"))
    items.insert(Item(id: 4), at: 0)
    #expect(Array(items.ids) == [4, 1, 2, 3])
    items.move(fromOffsets: [0], toOffset: 4)
    #expect(Array(items.ids) == [1, 2, 3, 4])
    #expect(items.remove(id: 3)?.name == "d")
    #expect(items.index(id: 4) == 2)
    items[id: 1] = nil
    #expect(Array(items.ids) == [2, 4])
    items.removeAll { $0.name.isEmpty }
    #expect(items.elements == [Item(id: 2, name: "c")])
    #expect(IdentifiedArray(uniqueElements: ["x", "y"], id: \.self).count == 2)
  }

  // MARK: Differences

  @Test
  func valuesAreDumpedAndCompared() {
    var text = ""
    customDump(Item(id: 1, name: "a"), to: &text)
    #expect(text.contains("Item("))
    #expect(diff(Item(id: 1), Item(id: 1)) == nil)
    #expect(diff(Item(id: 1, name: "a"), Item(id: 1, name: "b"))?.contains("+") == true)
    expectNoDifference(Item(id: 1), Item(id: 1))
    withKnownIssue {
      expectNoDifference(Item(id: 1), Item(id: 2))
    }
    var item = Item(id: 1)
    expectDifference(item) {
      item.name = "b"
    } changes: {
      $0.name = "b"
    }
  }

  // MARK: Issues

  @Test
  func issuesFailTheTestThatReportsThem() {
    withKnownIssue {
      reportIssue("Something is wrong")
    }
  }
}

struct Greeter: DependencyKey {
  var greet: @Sendable (String) -> String = { "Hello, \($0)" }
  init(greet: @escaping @Sendable (String) -> String = { "Hello, \($0)" }) {
    self.greet = greet
  }
  static var liveValue: Self { Self() }
  static var testValue: Self { Self() }
}

extension ToolsTests.Weather: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var weather: ToolsTests.Weather {
    get { self[ToolsTests.Weather.self] }
    set { self[ToolsTests.Weather.self] = newValue }
  }
}

struct LCRNG: RandomNumberGenerator {
  var seed: UInt64
  mutating func next() -> UInt64 {
    seed = 2_862_933_555_777_941_757 &* seed &+ 3_037_000_493
    return seed
  }
}
