import ComposableArchitectureTesting
import Foundation
import Testing

@MainActor
@Suite("Dependencies of a test store")
struct DependencyTests {
  private struct Dated: Reducer {
    enum Action: Equatable { case ask, askLater, answer(Date) }
    @Dependency(\.date) var date

    func reduce(into state: inout [Date], action: Action) -> Effect<Action> {
      switch action {
      case .ask:
        state.append(date.now)
        return .none
      case .askLater:
        return .run { [date] send in await send(.answer(date.now)) }
      case .answer(let date):
        state.append(date)
        return .none
      }
    }
  }

  /// A reducer whose body creates an effect, instead of the function that handles an action.
  private struct Answering: Reducer {
    @Dependency(\.date) var date

    var body: some Reducer<[Date], Dated.Action> {
      answering(with: .run { send in await send(.answer(date.now)) })
      Dated()
    }

    private func answering(
      with effect: Effect<Dated.Action>
    ) -> some Reducer<[Date], Dated.Action> {
      Reduce { _, action in action == .ask ? effect : .none }
    }
  }

  private let first = Date(timeIntervalSince1970: 1)
  private let second = Date(timeIntervalSince1970: 2)

  @Test("Dependencies are overridden for the reducer, its effects and the initial state")
  func overridden() async {
    let now = { DependencyValues.current.date.now }
    let store = TestStore(initialState: [now()]) {
      Dated()
    } withDependencies: {
      $0.date = .constant(first)
    }
    #expect(store.state == [first])
    await store.send(.ask) { $0 = [first, first] }
    await store.send(.askLater)
    await store.receive(.answer(first)) { $0 = [first, first, first] }
  }

  @Test("A changed dependency applies from the next action on")
  func changed() async {
    let store = TestStore(initialState: [Date]()) {
      Dated()
    } withDependencies: {
      $0.date = .constant(first)
    }
    await store.send(.ask) { $0 = [first] }
    store.dependencies.date = .constant(second)
    #expect(store.dependencies.date.now == second)
    await store.send(.ask) { $0 = [first, second] }
    await store.send(.askLater)
    await store.receive(.answer(second)) { $0 = [first, second, second] }
  }

  @Test("Effects that a body creates see the dependencies that are set before the first action")
  func effectsOfBodies() async {
    let store = TestStore(initialState: [Date]()) { Answering() }
    store.dependencies.date = .constant(first)
    await store.send(.ask) { $0 = [first] }
    await store.receive(.answer(first)) { $0 = [first, first] }
  }

  @Test("A part of an uncontrolled dependency can be changed without a failure")
  func changedInPart() async throws {
    let store = TestStore(initialState: [Date]()) { Dated() }
    store.dependencies.dataStorage.load = { _ in Data("7".utf8) }
    #expect(try await store.dependencies.dataStorage.load("any") == Data("7".utf8))
  }

  @Test("An asserting closure sees the dependencies of the store")
  func inClosure() async {
    let store = TestStore(initialState: [Date]()) {
      Dated()
    } withDependencies: {
      $0.date = .constant(first)
    }
    await store.send(.ask) {
      @Dependency(\.date) var date
      $0 = [date.now]
    }
  }

  @Test("Using an uncontrolled dependency fails the test")
  func uncontrolled() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          @Dependency(\.date) var date
          _ = date.now
          return .none
        }
      }
      await store.send(1)
    }
    #expect(
      failures.map { $0.message.contains(#"@Dependency(\.date) is not controlled"#) } == [true])
  }
}
