package import DependencyInjection

/// An observer of effects that lets other work of the test run before an effect receives the answer
/// of a client.
///
/// The clients of tests often answer at once. Without such a delay, effects that call them would
/// end before the test continues, in every order of jobs.
package final class DelayedAnswers: EffectObserver {
  package let suppliesAnswers = false

  package init() {
    ObservedEffect.beginObserving()
  }

  deinit {
    ObservedEffect.endObserving()
  }

  package func effectDidBegin(_ effect: UInt64, startedBy step: UInt64) {}

  package func effectTaskDidStart(_ effect: UInt64) {}

  package func effect<Action>(
    _ effect: UInt64, sends action: Action, reduce: @escaping @MainActor () -> Void
  ) { reduce() }

  package func effectDidDropAction(_ effect: UInt64, isLate: Bool) {}

  package func effectIsInterrupted(_ effect: UInt64) {}

  package func effectDidEnd(_ effect: UInt64, isCanceled: Bool) {}

  package func answer<Arguments, Answer, Failure: Error>(
    to endpoint: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try live()
  }

  package func answer<Arguments, Answer, Failure: Error>(
    to endpoint: EndpointID, _ arguments: Arguments, of effect: UInt64,
    live: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    do throws(Failure) {
      let answer = try await live()
      await Task.yield()
      return answer
    } catch {
      await Task.yield()
      throw error
    }
  }
}
