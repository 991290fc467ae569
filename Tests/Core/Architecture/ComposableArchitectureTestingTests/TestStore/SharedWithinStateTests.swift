import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Shared values within the state of a test store")
struct SharedWithinStateTests {
  private func store(_ place: SharedPlace) -> TestStoreOf<Nested> {
    TestStore(initialState: Nested.State(place)) { Nested() }
  }

  /// Returns the first line of each failure.
  private func headings(of test: @MainActor () async -> Void) async -> [String] {
    await failures(of: test).map { failure in
      failure.message.split(separator: "\n").first.map(String.init) ?? ""
    }
  }

  @Test("A change can be asserted at each location in the state", arguments: SharedPlace.allCases)
  func asserted(at place: SharedPlace) async {
    let store = store(place)
    await store.send(.change(1)) { $0.expect(volume: 1) }
    await store.send(.changeInEffect(2))
    store.assert { $0.expect(volume: 2) }
  }

  @Test("An unasserted change fails at each location in the state", arguments: SharedPlace.allCases)
  func unasserted(at place: SharedPlace) async {
    let headings = await headings { await store(place).send(.change(1)) }
    #expect(headings == ["State was not expected to change, but a change occurred."])
  }

  @Test("A wrong expectation fails at each location in the state", arguments: SharedPlace.allCases)
  func wrong(at place: SharedPlace) async {
    let headings = await headings {
      await store(place).send(.change(1)) { $0.expect(volume: 7) }
      await store(place).send(.change(2)) { $0.count = 0 }
    }
    #expect(
      headings == [
        "A state change does not match expectation.", "A state change does not match expectation.",
      ])
  }

  @Test(
    "An unasserted change by an effect fails the end of the test", arguments: SharedPlace.allCases)
  func unassertedAtEnd(at place: SharedPlace) async {
    let heading =
      "Shared values changed after the last action, but the test does not assert the changes:"
    let headings = await headings {
      await store(place).send(.changeInEffect(1))
      let store = store(place)
      await store.send(.changeInEffect(2))
      await store.finish()
    }
    #expect(headings == [heading, heading])
  }

  @Test("A change of a part that the state does not refer to needs no assertion")
  func otherPart() async {
    let failures = await failures {
      let store = store(.part)
      await store.send(.rename("Blob"))
      await store.send(.renameInEffect("Blob Jr."))
    }
    #expect(failures == [])
  }

  @Test("A skipped action's change of shared state needs no assertion")
  func skipped() async {
    let failures = await failures {
      let store = store(.row)
      await store.send(.changeLater(1))
      await store.skipReceivedActions()
      await store.send(.change(2)) { $0.expect(volume: 2) }
    }
    #expect(failures == [])
  }

  @Test("A failure at the end of the test shows the state before and after the change")
  func message() async {
    let failures = await failures { await store(.part).send(.changeInEffect(1)) }
    #expect(
      failures.map(\.message) == [
        """
        Shared values changed after the last action, but the test does not assert the changes:

            \u{2007} Nested.State(
            \u{2007}   count: 0,
            \u{2007}   whole: nil,
            −   part: 0,
            +   part: 1,
            \u{2007}   rows: [],
            \u{2007}   list: [],
            \u{2007}   byName: [:],
            \u{2007} … (2 unchanged)

        (Expected: −, Actual: +)

        Assert them with "store.assert { $0.$value.withLock { $0 = … } }" at the end of the test.
        """
      ])
  }
}

/// A location of a shared value in the state.
enum SharedPlace: CaseIterable, Sendable {
  case whole, part, row, list, dictionary, child
}

@Reducer
private struct Nested {
  struct Settings: Equatable, Sendable {
    var volume = 0
    var name = ""
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    @Shared var settings: Settings
  }

  struct State: Equatable {
    var count = 0
    var whole: Shared<Settings>?
    var part: Shared<Int>?
    var rows: IdentifiedArrayOf<Row> = []
    var list: [Row] = []
    var byName: [String: Row] = [:]
    @Presents var child: Row?

    /// Creates a state with a reference to the settings, or to a part of them, at one location.
    init(_ place: SharedPlace) {
      @Shared(.inMemory("settings")) var settings = Settings()
      let row = Row(id: 1, settings: $settings)
      switch place {
      case .whole: whole = $settings
      case .part: part = $settings.volume
      case .row: rows = [row]
      case .list: list = [row]
      case .dictionary: byName = ["a": row]
      case .child: child = row
      }
    }

    func expect(volume: Int) {
      whole?.withLock { $0.volume = volume }
      part?.withLock { $0 = volume }
      for row in Array(rows) + list + Array(byName.values) + [child].compactMap({ $0 }) {
        row.$settings.withLock { $0.volume = volume }
      }
    }
  }

  enum Action: Equatable {
    case change(Int), changeLater(Int), changeInEffect(Int)
    case rename(String), renameInEffect(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @Shared(.inMemory("settings")) var settings = Settings()
      switch action {
      case .change(let volume): $settings.withLock { $0.volume = volume }
      case .changeLater(let volume): return .send(.change(volume))
      case .changeInEffect(let volume):
        return .run { [settings = $settings] _ in settings.withLock { $0.volume = volume } }
      case .rename(let name): $settings.withLock { $0.name = name }
      case .renameInEffect(let name):
        return .run { [settings = $settings] _ in settings.withLock { $0.name = name } }
      }
      return .none
    }
  }
}
