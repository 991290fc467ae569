import ComposableArchitecture
import Foundation
import Testing

/// Tests spellings that are common in published code.
@MainActor
struct SpellingTests {
  @Test func reducerByInitializer() async {
    let store = TestStore(initialState: Stopwatch.State(), reducer: Stopwatch.init) {
      $0.continuousClock = ImmediateClock()
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.resetButtonTapped).finish()
  }

  @Test func effectsOfManyKinds() async {
    struct Failed: Error, Equatable {}
    let store = TestStore(initialState: 0) {
      CombineReducers {
        Reduce<Int, Int> { state, action in
          state += action
          switch action {
          case 1:
            return .merge(
              .run { await $0(2) },
              .concatenate(.send(3), .none)
            )
          case 4:
            return .run { _ in
              throw Failed()
            } catch: { error, send in
              await send(error is Failed ? 5 : 6)
            }
          case 7:
            return .run(priority: .userInitiated) { send in
              await withTaskGroup(of: Int.self) { group in
                for number in [8, 9] { group.addTask { number } }
                var sum = 0
                for await number in group { sum += number }
                await send(sum)
              }
            }
          default:
            return .none
          }
        }
        EmptyReducer()
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(3) { $0 = 4 }
    await store.receive(2) { $0 = 6 }
    await store.send(4) { $0 = 10 }
    await store.receive(5) { $0 = 15 }
    await store.send(7) { $0 = 22 }
    await store.receive(17) { $0 = 39 }
  }

  @Test func dependenciesOfManyKinds() async {
    let store = TestStore(initialState: "") {
      Reduce<String, Bool> { state, _ in
        @Dependency(\.date.now) var now
        @Dependency(\.uuid) var uuid
        @Dependency(\.calendar) var calendar
        @Dependency(\.timeZone) var timeZone
        @Dependency(\.locale) var locale
        @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
        @Dependency(\.context) var context
        @Dependency(FactClient.self) var client
        let random = withRandomNumberGenerator { Int.random(in: 1...1, using: &$0) }
        state = """
          \(now.timeIntervalSince1970) \(uuid().uuidString.suffix(1)) \(random) \(context) \
          \(calendar.component(.year, from: now)) \(timeZone.identifier) \(locale.identifier)
          """
        return .run { [client] _ in _ = try? await client.fetch(1) }
      }
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .constant(UUID(7))
      $0.calendar = Calendar(identifier: .gregorian)
      $0.timeZone = .gmt
      $0.locale = Locale(identifier: "en_US")
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      $0[FactClient.self].fetch = { "\($0)" }
    }
    await store.send(true) {
      $0 = "0.0 7 1 test 1970 GMT en_US"
    }
    await store.finish()
  }

  @Test func unimplementedEndpointFailsTheTest() async {
    await withKnownIssue {
      let store = TestStore(initialState: NumberFact.State()) { NumberFact() }
      store.exhaustivity = .off
      await store.send(.factButtonTapped)
      await store.receive(\.factResponse.failure)
    } matching: { issue in
      issue.description.contains("FactClient.fetch")
    }
  }

  @Test func resultsOfTasks() async throws {
    struct Failed: Error {}
    #expect(try Result(TaskResult.success(1)).get() == 1)
    let failure = Result(await TaskResult<Int> { throw Failed() })
    #expect(throws: Failed.self) { try failure.get() }
  }

  @Test func timeoutsInNanoseconds() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        @Dependency(\.dismiss) var dismiss
        return .run { _ in await dismiss() }
      }
    }
    store.timeout = 5_000_000_000
    await store.send(true).finish()
    #expect(store.isDismissed)
  }

  @Test func modelsInheritDependencies() {
    @MainActor final class Model {
      @Dependency(\.uuid) var uuid
      func child() -> Model { withDependencies(from: self) { Model() } }
    }
    let model = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      Model()
    }
    #expect(model.child().uuid() == UUID(0))
    #expect(model.uuid() == UUID(1))
  }

  @Test func casesOfValues() {
    var state = LoginFlow.State()
    #expect(state.is(\.login))
    #expect(state.login?.email == "")
    state.modify(\.login) { $0.email = "blob@example.org" }
    #expect(state[case: \.login]?.email == "blob@example.org")
    let action = LoginFlow.Action.login(.loginButtonTapped)
    #expect(action.is(\.login.loginButtonTapped))
    let path: CaseKeyPath<LoginFlow.Action, Login.Action> = \.login
    #expect(path(.loginButtonTapped).is(\.login))
    switch action {
    case \.login.loginButtonTapped: break
    default: Issue.record("A case matches its path")
    }
  }

  @Test func scopingOfCases() {
    let store = Store(initialState: LoginFlow.State()) { LoginFlow() }
    let login = store.scope(state: \.login, action: \.login)
    login?.send(.binding(.set(\.email, "blob@example.org")))
    #expect(store.login?.email == "blob@example.org")
    #expect(store.scope(state: \.home, action: \.home) == nil)
  }

  @Test func dumps() {
    #expect(
      String(customDumping: Contact(id: UUID(0), name: "Blob")) == """
        Contact(
          id: UUID(00000000-0000-0000-0000-000000000000),
          name: "Blob"
        )
        """)
    #expect(diff(1, 1) == nil)
  }

  @Test func effectOfFeature() {
    func effect() -> EffectOf<Stopwatch> { .none }
    _ = effect()
  }
}
