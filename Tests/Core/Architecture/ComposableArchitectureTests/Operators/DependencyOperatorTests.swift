import ComposableArchitecture
import DependencyInjection
import Foundation
import Testing

/// A dependency that is accessible by key path and by type.
struct Greeting: Equatable, Sendable, TestDependencyKey {
  var text: String
  static let testValue = Greeting(text: "test")
}

extension DependencyValues {
  var greeting: Greeting {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }
}

@MainActor
@Suite("Dependencies of a reducer")
struct DependencyOperatorTests {
  enum Action { case greet, greetLater, heard(String) }

  /// A reducer that reports which greeting it sees while it is built, while it runs and in an
  /// effect.
  struct Greeter: Reducer {
    @Dependency(\.greeting) var greeting

    func assemble() -> AssembledReducer<[String], Action> {
      let built = DependencyValues.current.greeting.text
      return AssembledReducer { state, action in
        switch action {
        case .greet:
          state.append("built \(built), ran \(greeting.text)")
          return .none
        case .greetLater:
          return .run { send in
            @Dependency(\.greeting) var greeting
            await send(.heard("effect \(greeting.text)"))
          }
        case .heard(let text):
          state.append(text)
          return .none
        }
      }
    }

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      assemble().reduce(&state, action)
    }
  }

  private func heard(
    _ actions: Action..., from reducer: some Reducer<[String], Action>
  ) async -> [String] {
    let store = Store(initialState: [String]()) {
      reducer
    } withDependencies: {
      $0.greeting.text = "store"
    }
    for action in actions { await store.send(action).finish() }
    return store.state
  }

  @Test("An overridden dependency applies while the reducer is built and while it runs")
  func running() async {
    #expect(
      await heard(.greet, from: Greeter().dependency(\.greeting, Greeting(text: "own")))
        == ["built own, ran own"])
    #expect(
      await heard(.greet, from: Greeter().dependency(Greeting(text: "typed")))
        == ["built typed, ran typed"])
  }

  @Test("An overridden dependency applies in effects")
  func effects() async {
    #expect(
      await heard(.greetLater, from: Greeter().dependency(\.greeting, Greeting(text: "own")))
        == ["effect own"])
  }

  @Test("A transformed dependency starts with the value around the reducer")
  func transform() async {
    #expect(
      await heard(.greet, from: Greeter().transformDependency(\.greeting) { $0.text += "!" })
        == ["built store!, ran store!"])
    #expect(
      await heard(.greet, from: Greeter().transformDependency(Greeting.self) { $0.text += "?" })
        == ["built store?, ran store?"])
  }

  @Test("The override closest to the reducer wins")
  func nesting() async {
    let reducer = Greeter()
      .dependency(\.greeting, Greeting(text: "near")).dependency(\.greeting, Greeting(text: "far"))
    #expect(await heard(.greet, from: reducer) == ["built near, ran near"])
  }

  @Test("An overridden dependency does not apply to siblings")
  func siblings() async {
    let reducer = CombineReducers<[String], Action, _> {
      Greeter()
      Greeter().dependency(\.greeting, Greeting(text: "own"))
      Greeter()
    }
    #expect(
      await heard(.greet, from: reducer) == [
        "built store, ran store", "built own, ran own", "built store, ran store",
      ])
  }

  @Test("The internal state of a dependency, such as a counter, persists across actions")
  func lasting() {
    struct Collector: Reducer {
      @Dependency(\.uuid) var uuid
      func reduce(into state: inout [UUID], action: Void) -> Effect<Void> {
        state.append(uuid())
        return .none
      }
    }
    let store = Store(initialState: [UUID]()) { Collector().dependency(\.uuid, .incrementing) }
    store.send(())
    store.send(())
    #expect(store.state == [UUID(0), UUID(1)])
  }
}
