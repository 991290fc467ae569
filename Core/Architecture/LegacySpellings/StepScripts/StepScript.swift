import DependencyInjection
import Issues
import ReducerRuntime
import TestStores

// Replaced by `TestStore`.

/// A runner for scripts of steps, with its own engine.
@MainActor
final class StepScript<State: Equatable, Action: Equatable> {
  private let engine: StoreEngine<State, Action>
  private let journal = StepJournal<State, Action>()
  private let end: CodeLocation

  private let timeout: Duration

  init<R: Reducer<State, Action>>(
    initialValue: State, reducer: R, timeout: Duration, end: CodeLocation
  ) {
    self.timeout = timeout
    self.end = end
    engine = StoreEngine(
      state: initialValue, reducer: { reducer.assemble() },
      dependencies: DependencyValues.current, observer: journal)
  }

  func perform(_ steps: [Step<State, Action>]) async {
    for step in steps {
      switch step.kind {
      case .send: await send(step)
      case .receive: await receive(step)
      }
    }
    await waitForEffects { true }
    if !journal.received.isEmpty {
      end.report(ScriptFailure.unhandledAtEnd(journal.received.count))
    } else if engine.hasEffects {
      end.report(ScriptFailure.timedOut)
    }
    engine.cancelEffects()
  }

  private func send(_ step: Step<State, Action>) async {
    await waitForEffects { self.journal.received.isEmpty }
    if !journal.received.isEmpty {
      step.location.report(ScriptFailure.unhandledBeforeSend(journal.received.count))
      _ = journal.takeAllReceived()
    } else if engine.hasEffects {
      step.location.report(ScriptFailure.timedOut)
      engine.cancelEffects()
    }
    _ = engine.send(step.action)
    check(journal.takeSent(), step)
  }

  private func receive(_ step: Step<State, Action>) async {
    await waitForEffects { self.journal.received.isEmpty }
    guard let received = journal.takeReceived() else {
      step.location.report(
        engine.hasEffects ? ScriptFailure.timedOut : ScriptFailure.nothingPending)
      return
    }
    if received.action == step.action {
      check(received, step)
    } else {
      step.location.report(
        StepFailure<State, Action>.unexpectedAction(
          received.action, expected: step.action,
          isLater: journal.received.contains { $0.action == step.action }))
    }
  }

  private func waitForEffects(while condition: () -> Bool) async {
    await journal.updates.wait(atMost: timeout) { condition() && engine.hasEffects }
  }

  private func check(_ actual: StoreStep<State, Action>, _ step: Step<State, Action>) {
    var expected = actual.before
    var dependencies = engine.dependencies
    if let ids = journal.takeStackElementIDs(of: actual.number) {
      dependencies.stackElementID = ids
    }
    DependencyValues.run(under: dependencies) { step.update(&expected) }
    guard expected != actual.after else { return }
    step.location.report(
      expected == actual.before
        ? StepFailure<State, Action>.unexpectedChange(expected: expected, actual: actual.after)
        : .wrongState(expected: expected, actual: actual.after))
  }
}

enum ScriptFailure: CustomStringConvertible {
  case unhandledBeforeSend(Int)
  case nothingPending
  case unhandledAtEnd(Int)
  case timedOut

  var description: String {
    switch self {
    case .unhandledBeforeSend(let count):
      "Action sent before handling \(count) pending effect(s)"
    case .nothingPending:
      "No pending effects to receive from"
    case .unhandledAtEnd(let count):
      "Assertion failed to handle \(count) pending effect(s)"
    case .timedOut:
      "Timed out waiting for the effect to complete"
    }
  }
}
