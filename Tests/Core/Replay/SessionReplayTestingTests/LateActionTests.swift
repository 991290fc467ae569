import ComposableArchitecture
import SessionReplayTesting
import Testing

@MainActor
@Suite("Statements about actions that effects send after their cancellation")
struct LateActionTests {
  /// Returns what a test reports that cancels an effect during its call.
  private func reports(
    checksCancellation: Bool = false, _ statement: (ExpectedEffect) -> Void
  ) async -> [Failure] {
    await failures {
      let store = ReplayTestStore(initialState: CancelableFinder.State()) {
        CancelableFinder(checksCancellation: checksCancellation)
      }
      store.send(.find, returning: "run.cancellable(id: 1)")
      store.effect(1).begins()
      store.effect(1).calls(1, "PrimeClient.find", 17)
      store.send(.stop, returning: "cancel(id: 1)")
      store.call(1).returns(34)
      statement(store.effect(1))
      store.effect(1).isCanceled()
      await store.runEffects()
    }
  }

  @Test("A stated action passes")
  func stated() async {
    #expect(await reports { $0.sendsAfterCancellation() } == [])
  }

  @Test("A stated action passes if the effect notices its cancellation before it")
  func notSent() async {
    #expect(await reports(checksCancellation: true) { $0.sendsAfterCancellation() } == [])
  }

  @Test("An action that is not stated fails")
  func notStated() async {
    let reported = await reports { _ in }
    #expect(
      reported.map(\.text) == [
        """
        effect 1 of step 1, find, did more than is recorded:
        - its end after a cancellation
        + an action after it was canceled

        (- expected, + actual)
        """
      ])
  }
}

@Reducer
private struct CancelableFinder {
  @Recordable
  struct State: Equatable {
    var number = 0
  }

  @Recordable
  enum Action: Equatable {
    case find
    case stop
    case found(Int)
  }

  var checksCancellation = false

  @Dependency(PrimeClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .find:
        return .run { [self] send in
          let number = try await client.find(17)
          if checksCancellation { try Task.checkCancellation() }
          await send(.found(number))
        }
        .cancellable(id: 1)
      case .stop: return .cancel(id: 1)
      case .found(let number):
        state.number = number
        return .none
      }
    }
  }
}
