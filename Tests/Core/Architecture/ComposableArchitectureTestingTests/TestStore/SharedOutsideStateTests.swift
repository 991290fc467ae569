import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Shared values outside the state of a test store")
struct SharedOutsideStateTests {
  @Test("A change in a reducer does not need to be asserted")
  func sent() async {
    let store = Local.store()
    await store.send(.rename("Blob"))
    await store.send(.renameAndIncrement("Blob Jr.")) { $0.count = 1 }
  }

  @Test("A change in the reducer of a received action does not need to be asserted")
  func received() async {
    let store = Local.store()
    await store.send(.renameLater("Blob"))
    await store.receive(.rename("Blob"))
  }

  @Test("A change can be asserted through a different reference")
  func asserted() async {
    let store = Local.store()
    await store.send(.rename("Blob")) { _ in
      @Shared(.inMemory("name")) var name = ""
      $name.withLock { $0 = "Blob" }
      #expect(name == "Blob")
    }
    @Shared(.inMemory("name")) var name = ""
    #expect(name == "Blob")
  }

  @Test("An expected value is not compared, because it isn't part of the state")
  func expected() async {
    await Local.store().send(.rename("Blob")) { _ in
      @Shared(.inMemory("name")) var name = ""
      $name.withLock { $0 = "Blob Sr." }
    }
  }

  @Test("A change by an effect does not fail the test at its end, in finish or in assert")
  func changedByEffect() async {
    let failures = await failures {
      let store = Local.store()
      await store.send(.renameInEffect("Blob"))
      store.assert { $0.count = 0 }
      await store.send(.renameInEffect("Blob Jr."))
      await store.finish()
      await store.send(.renameInEffect("Blob Sr."))
    }
    #expect(failures == [])
  }

  @Test("A change does not fail a test that skips received actions")
  func skipped() async {
    let failures = await failures {
      let store = Local.store()
      await store.send(.renameLater("Blob"))
      await store.skipReceivedActions()
      await store.send(.increment) { $0.count = 1 }
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("A change is not a skipped assertion of a non-exhaustive test")
  func notExhaustive() async {
    let failures = await failures {
      let store = Local.store()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.rename("Blob"))
      await store.send(.renameInEffect("Blob Jr."))
    }
    #expect(failures == [])
  }

  @Test("A failure about the state does not show a value outside the state")
  func otherFailure() async {
    let failures = await failures {
      await Local.store().send(.renameAndIncrement("Blob"))
    }
    #expect(
      failures.map(\.message) == [
        """
        State was not expected to change, but a change occurred.

            − Local.State(count: 0)
            + Local.State(count: 1)

        (Expected: −, Actual: +)
        """
      ])
  }
}

@Reducer
private struct Local {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
    case rename(String), renameAndIncrement(String), renameLater(String), renameInEffect(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @Shared(.inMemory("name")) var name = ""
      switch action {
      case .increment: state.count += 1
      case .rename(let newName): $name.withLock { $0 = newName }
      case .renameAndIncrement(let newName):
        $name.withLock { $0 = newName }
        state.count += 1
      case .renameLater(let newName): return .send(.rename(newName))
      case .renameInEffect(let newName):
        return .run { [name = $name] _ in name.withLock { $0 = newName } }
      }
      return .none
    }
  }

  @MainActor
  static func store(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreOf<Self> {
    TestStore(
      initialState: State(), reducer: { Local() }, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
