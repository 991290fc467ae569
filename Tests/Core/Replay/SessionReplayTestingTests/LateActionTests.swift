import SessionReplayTesting
import SessionTestSupport
import Testing

@MainActor
@Suite("Statements about actions that effects send after their cancellation")
struct LateActionTests {
  /// Returns the reports of a test that cancels an effect during the effect's call.
  private func reports(
    checksCancellation: Bool = false, _ statement: (ExpectedEffect) -> Void
  ) async -> [Failure] {
    await failures {
      let store = ReplayTestStore(initialState: LateFinder.State()) {
        LateFinder(checksCancellation: checksCancellation)
      }
      store.send(.find, returning: "run.cancellable(id: 1)")
      store.effect(1).begins()
      store.effect(1).calls(1, "LateClient.find", 17)
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

  @Test("A stated action passes if the effect notices its cancellation before the action")
  func notSent() async {
    #expect(await reports(checksCancellation: true) { $0.sendsAfterCancellation() } == [])
  }

  @Test("An action without a statement fails")
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
