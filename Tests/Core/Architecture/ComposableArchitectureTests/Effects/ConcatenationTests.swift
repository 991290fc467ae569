import ComposableArchitecture
import Testing

/// A feature that can remove its child, whose effect is a concatenation.
@Reducer
private struct Remover {
  struct State: Equatable {
    var child: Child.State? = Child.State()
  }

  enum Action {
    case child(Child.Action)
    case remove
  }

  @Reducer
  struct Child {
    struct State: Equatable {}
    enum Action { case start }

    let parts: Effect<Action>

    func reduce(into state: inout State, action: Action) -> Effect<Action> { parts }
  }

  let parts: Effect<Child.Action>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .remove = action { state.child = nil }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child(parts: parts) }
  }
}

/// Tests the statements of the guide "Run effects in order".
@MainActor
@Suite("Effects in a concatenation")
struct ConcatenationTests {
  private enum Action: Sendable {
    case perform(Effect<Action>)
    case note(String)
    /// Returns an effect that waits at a gate, and then notes a text.
    case wait(Gate, String)
  }

  private struct Failure: Error {}

  private static func store() -> Store<[String], Action> {
    Store(initialState: [String]()) {
      Reduce<[String], Action> { state, action in
        switch action {
        case .perform(let effect):
          return effect
        case .note(let text):
          state.append(text)
          return .none
        case .wait(let gate, let text):
          return waiting(gate, text).cancellable(id: "wait")
        }
      }
    }
  }

  private static func waiting(_ gate: Gate, _ text: String) -> Effect<Action> {
    .run { send in
      await gate.wait()
      await send(.note(text))
    }
  }

  /// Cancels the identity of a concatenation's first part while it waits. Returns the notes of the
  /// next part.
  private static func notes(before next: Effect<Action>) async -> [String] {
    let store = store()
    let gate = Gate()
    let task = store.send(
      .perform(.concatenate(waiting(gate, "a").cancellable(id: "first"), next)))
    await gate.waitForArrival()
    store.send(.perform(.cancel(id: "first")))
    await task.finish()
    #expect(gate.cancellations == 1)
    return store.state
  }

  @Test("A part that is canceled by its own identity is followed by the next part")
  func partIsCanceled() async {
    let next = Effect<Action>.run { await $0(.note("b, canceled: \(Task.isCancelled)")) }
    #expect(await Self.notes(before: next) == ["b, canceled: false"])
  }

  @Test("If the task of the action is canceled, the parts after the running one never start")
  func taskIsCanceled() async {
    let store = Self.store()
    let gate = Gate()
    let task = store.send(
      .perform(.concatenate(Self.waiting(gate, "a"), .run { await $0(.note("b")) })))
    await gate.waitForArrival()
    task.cancel()
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state == [])
  }

  @Test("If the child is removed, the parts after the running one never start")
  func childIsRemoved() async {
    let (gate, later) = (Gate(), Gate())
    let store = Store(initialState: Remover.State()) {
      Remover(
        parts: .concatenate(.run { _ in await gate.wait() }, .run { _ in await later.wait() }))
    }
    let task = store.send(.child(.start))
    await gate.waitForArrival()
    store.send(.remove)
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(later.arrivals == 0)
  }

  @Test("An identity that all parts have ends only the running part")
  func sharedIdentity() async {
    let next = Effect<Action>.run { await $0(.note("b")) }.cancellable(id: "first")
    #expect(await Self.notes(before: next) == ["b"])
  }

  @Test("A part that throws an error is reported, and followed by the next part")
  func partFails() async {
    let store = Self.store()
    let messages = await issues {
      await store.send(
        .perform(.concatenate(.run { _ in throw Failure() }, .run { await $0(.note("b")) }))
      ).finish()
    }
    #expect(store.state == ["b"])
    #expect(messages.count == 1)
  }

  @Test("An action of a part is reduced before the next part runs, and its effect is not awaited")
  func actionsAreNotAwaited() async {
    let store = Self.store()
    let gate = Gate()
    let task = store.send(
      .perform(
        .concatenate(
          .send(.note("a")), .send(.wait(gate, "c")), .run { await $0(.note("b")) })))
    await gate.waitForArrival()
    #expect(store.state == ["a", "b"])
    gate.open()
    await task.finish()
    #expect(store.state == ["a", "b", "c"])
  }

  @Test("A cancellation that follows an action takes place before the action is reduced")
  func cancellationAfterAction() async {
    let store = Self.store()
    let gate = Gate()
    let task = store.send(
      .perform(.concatenate(.send(.wait(gate, "a")), .cancel(id: "wait"))))
    await gate.waitForArrival()
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 0)
    #expect(store.state == ["a"])
  }

  @Test("A cancellation that begins a concatenation spares the parts after it")
  func cancellationFirst() async {
    let store = Self.store()
    let gate = Gate()
    let first = store.send(.wait(gate, "old"))
    await gate.waitForArrival()
    let second = store.send(
      .perform(
        .concatenate(
          .cancel(id: "wait"), .run { await $0(.note("new")) }.cancellable(id: "wait"))))
    await first.finish()
    await second.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state == ["new"])
  }

  @Test("Merged effects have all ended when the next part starts")
  func mergedParts() async {
    let store = Self.store()
    let gates = [Gate(), Gate()]
    let first = store.send(
      .perform(
        .concatenate(
          .merge(Self.waiting(gates[0], "a"), Self.waiting(gates[1], "b")),
          .run { await $0(.note("c")) })))
    for gate in gates { await gate.waitForArrival() }
    gates[1].open()
    while store.state.isEmpty { await Task.yield() }
    #expect(store.state == ["b"])
    gates[0].open()
    await first.finish()
    #expect(store.state == ["b", "a", "c"])
  }
}
