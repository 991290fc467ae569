import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Writes of equal values to shared state")
struct SharedWriteTests {
  private static let noChange = "Expected state to change, but no change occurred."

  private func store() -> TestStoreOf<Writer> {
    TestStore(initialState: Writer.State(settings: Shared(value: Writer.Settings()))) { Writer() }
  }

  /// Returns the first line of each failure.
  private func headings(of test: @MainActor (TestStoreOf<Writer>) async -> Void) async -> [String] {
    await failures { await test(store()) }.map { failure in
      failure.message.split(separator: "\n").first.map(String.init) ?? ""
    }
  }

  @Test("A step that writes an equal value can be asserted with that value")
  func equalValue() async {
    await store().send(.write(0)) { $0.$settings.volume.withLock { $0 = 0 } }
  }

  @Test("A step that writes an equal value can be asserted with a closure that changes nothing")
  func emptyClosure() async {
    await store().send(.write(0)) { _ in }
  }

  @Test("A step that restores the earlier value can be asserted with that value")
  func restoredValue() async {
    await store().send(.writeAndRestore) { $0.$settings.withLock { $0.volume = 0 } }
  }

  @Test("A received action that writes an equal value can be asserted with that value")
  func received() async {
    let store = store()
    await store.send(.writeLater(0))
    await store.receive(.write(0)) { $0.$settings.volume.withLock { $0 = 0 } }
  }

  @Test("A write of an equal value by an effect belongs to the next asserted step")
  func writtenByEffect() async {
    let store = store()
    await store.send(.writeInEffect(0))
    await store.send(.ignore) { $0.$settings.volume.withLock { $0 = 0 } }
  }

  @Test("A write outside the state allows a closure that changes nothing in the state")
  func writtenOutside() async {
    await store().send(.writeElsewhere(0)) { _ in
      @Shared(.inMemory("elsewhere")) var elsewhere = 0
      $elsewhere.withLock { $0 = 0 }
    }
  }

  @Test("An expectation that equals the state fails if the step writes no shared value")
  func expectedInVain() async {
    let headings = await headings { store in
      await store.send(.ignore) { $0.$settings.volume.withLock { $0 = 0 } }
      await store.send(.ignore) { _ in
        @Shared(.inMemory("elsewhere")) var elsewhere = 0
        $elsewhere.withLock { $0 = 7 }
      }
    }
    #expect(headings == [Self.noChange, Self.noChange])
  }

  @Test("A write counts for its own step only")
  func earlierStep() async {
    let headings = await headings { store in
      await store.send(.write(0)) { _ in }
      await store.send(.ignore) { _ in }
    }
    #expect(headings == [Self.noChange])
  }

  @Test("A write by a later step does not count for the step before it")
  func laterStep() async {
    let headings = await headings { store in
      await store.send(.ignoreThenWriteLater(0))
      await store.receive(.ignore) { _ in }
      await store.receive(.write(0)) { _ in }
    }
    #expect(headings == [Self.noChange])
  }

  @Test("Shown assertions of a non-exhaustive test contain no failure about a written value")
  func notExhaustive() async {
    let headings = await headings { store in
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.write(0)) { $0.$settings.volume.withLock { $0 = 0 } }
    }
    #expect(headings == [])
  }
}

@Reducer
private struct Writer {
  struct Settings: Equatable, Sendable {
    var volume = 0
  }

  struct State: Equatable {
    @Shared var settings: Settings
  }

  enum Action: Equatable {
    case ignore, writeAndRestore
    case write(Int), writeLater(Int), writeInEffect(Int), writeElsewhere(Int)
    case ignoreThenWriteLater(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ignore: break
      case .write(let volume): state.$settings.volume.withLock { $0 = volume }
      case .writeAndRestore:
        state.$settings.withLock { $0.volume += 1 }
        state.$settings.withLock { $0.volume -= 1 }
      case .writeLater(let volume): return .send(.write(volume))
      case .writeInEffect(let volume):
        return .run { [settings = state.$settings] _ in
          settings.withLock { $0.volume = volume }
        }
      case .writeElsewhere(let value):
        @Shared(.inMemory("elsewhere")) var elsewhere = 0
        $elsewhere.withLock { $0 = value }
      case .ignoreThenWriteLater(let volume):
        return .concatenate(.send(.ignore), .send(.write(volume)))
      }
      return .none
    }
  }
}
