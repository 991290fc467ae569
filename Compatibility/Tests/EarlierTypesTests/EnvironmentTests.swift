#if EarlierTypes
  import ComposableArchitecture
  import XCTest

  // Features as they were written before `ReducerProtocol`, with `/` for case paths.

  struct Lamp: Equatable, Identifiable {
    let id: Int
    var isOn = false
    var hours = 0
  }

  enum LampAction: Equatable {
    case switched
    case aged(Result<Int, LampFailure>)
  }

  struct LampFailure: Error, Equatable {}

  struct LampEnvironment {
    var age: (Int) async throws -> Int
    var mainQueue: AnySchedulerOf<DispatchQueue>
  }

  let lampReducer = Reducer<Lamp, LampAction, LampEnvironment> { state, action, environment in
    enum AgeID {}
    switch action {
    case .switched:
      state.isOn.toggle()
      guard state.isOn else { return .cancel(id: AgeID.self) }
      return .task { [id = state.id] in
        do {
          return .aged(.success(try await environment.age(id)))
        } catch {
          return .aged(.failure(LampFailure()))
        }
      }
      .cancellable(id: AgeID.self)
    case .aged(.success(let hours)):
      state.hours = hours
      return .none
    case .aged(.failure):
      return .none
    }
  }

  struct House: Equatable {
    var lamps: IdentifiedArrayOf<Lamp> = []
    var porch = Lamp(id: 0)
    var visitor: Lamp?
  }

  enum HouseAction: Equatable {
    case lamp(id: Int, action: LampAction)
    case porch(LampAction)
    case visitor(LampAction)
    case visitorLeft
  }

  struct HouseEnvironment {
    var age: (Int) async throws -> Int
    var mainQueue: AnySchedulerOf<DispatchQueue>

    var lamp: LampEnvironment { LampEnvironment(age: age, mainQueue: mainQueue) }
  }

  let houseReducer = Reducer<House, HouseAction, HouseEnvironment>.combine(
    lampReducer.forEach(
      state: \.lamps, action: /HouseAction.lamp(id:action:), environment: { $0.lamp }),
    lampReducer.pullback(
      state: \.porch, action: /HouseAction.porch, environment: { $0.lamp }),
    lampReducer.optional().pullback(
      state: \.visitor, action: /HouseAction.visitor, environment: { $0.lamp }),
    Reducer { state, action, _ in
      switch action {
      case .visitorLeft:
        state.visitor = nil
        return .none
      case .lamp, .porch, .visitor:
        return .none
      }
    }
  )

  /// A reducer that keeps a value of its own between actions.
  extension Reducer where State == Int, Action == Bool {
    static func counting(_ report: @escaping (Environment, Int) -> Void) -> Self {
      var count = 0
      return Reducer { state, isUp, environment in
        count += 1
        state += isUp ? 1 : -1
        report(environment, count)
        return .none
      }
    }
  }

  struct Profile: Equatable {
    @BindableState var name = ""
    var changes = 0
  }

  enum ProfileAction: BindableAction, Equatable {
    case binding(BindingAction<Profile>)
    case saved
  }

  let keepButton: AlertState<ProfileAction>.Button = .cancel(TextState("Keep"))
  let saveButton: ConfirmationDialogState<ProfileAction>.Button = .default(
    TextState("Save"), action: .send(.saved))

  struct ProfileEnvironment {
    var mainQueue: AnySchedulerOf<DispatchQueue> = .unimplemented
  }

  let profileReducer = Reducer<Profile, ProfileAction, ProfileEnvironment> { state, action, env in
    switch action {
    case .binding(\.$name):
      state.changes += state.name.count
      return Effect<ProfileAction, Never>(value: .saved)
        .debounce(id: 1, for: 1, scheduler: env.mainQueue.animation())
    case .binding, .saved:
      return .none
    }
  }
  .binding()
  .signpost("profile")

  func doubled(_ effect: Effect<Int, Never>) -> Effect<Int, Never> { effect.map { $0 * 2 } }

  /// A feature of the years in between, with the protocol and a type of errors.
  struct Doubling: ReducerProtocol {
    func reduce(into state: inout Int, action: Int) -> Effect<Int, Never> {
      state = action
      return action < 4 ? doubled(Effect<Int>.send(action)) : .none
    }
  }

  struct Halving: ReducerProtocol {
    struct State: Equatable { var number = 64 }
    enum Action: Equatable { case halve }

    var body: some ReducerProtocol<State, Action> {
      Reduce { state, _ -> EffectPublisher<Action, Never> in
        state.number /= 2
        return .none
      }
    }
  }

  final class EnvironmentTests: XCTestCase {
    @MainActor
    func testFeaturesWithEnvironments() async {
      let store = TestStore(
        initialState: House(lamps: [Lamp(id: 1), Lamp(id: 2)], visitor: Lamp(id: 3)),
        reducer: houseReducer,
        environment: HouseEnvironment(
          age: { id in
            guard id != 2 else { throw LampFailure() }
            return 10 * id
          }, mainQueue: .immediate))
      await store.send(.lamp(id: 1, action: .switched)) { $0.lamps[id: 1]?.isOn = true }
      await store.receive(.lamp(id: 1, action: .aged(.success(10)))) {
        $0.lamps[id: 1]?.hours = 10
      }
      await store.send(.lamp(id: 2, action: .switched)) { $0.lamps[id: 2]?.isOn = true }
      await store.receive(.lamp(id: 2, action: .aged(.failure(LampFailure()))))
      await store.send(.visitor(.switched)) { $0.visitor?.isOn = true }
      await store.receive(.visitor(.aged(.success(30)))) { $0.visitor?.hours = 30 }
      await store.send(.visitorLeft) { $0.visitor = nil }
      await store.send(.porch(.switched)) { $0.porch.isOn = true }
      await store.receive(.porch(.aged(.success(0))))
    }

    @MainActor
    func testTheEnvironmentOfAStoreCanBeChanged() async {
      let store = TestStore(
        initialState: Lamp(id: 3), reducer: lampReducer,
        environment: LampEnvironment(age: { _ in throw LampFailure() }, mainQueue: .unimplemented))
      store.environment.age = { $0 + 1 }
      await store.send(.switched) { $0.isOn = true }
      await store.receive(.aged(.success(4))) { $0.hours = 4 }
      await store.send(.switched) { $0.isOn = false }
      store.environment.age = { [age = store.environment.age] in try await age(age($0)) }
      await store.send(.switched) { $0.isOn = true }
      await store.receive(.aged(.success(5))) { $0.hours = 5 }
    }

    @MainActor
    func testReducersThatKeepValues() async {
      let counts = LockIsolated<[String]>([])
      let reducer = Reducer<Int, Bool, String>.counting { name, count in
        counts.withValue { $0.append("\(name) \(count)") }
      }
      let store = TestStore(initialState: 0, reducer: reducer, environment: "a")
      await store.send(true) { $0 = 1 }
      await store.send(false) { $0 = 0 }
      XCTAssertEqual(counts.value, ["a 1", "a 2"])
    }

    @MainActor
    func testBindingsAreSetBeforeTheReducerRuns() async {
      let queue = DispatchQueue.testScheduler
      let store = TestStore(
        initialState: Profile(), reducer: profileReducer,
        environment: ProfileEnvironment(mainQueue: queue.eraseToAnyScheduler()))
      await store.send(.set(\.$name, "Blob")) {
        $0.name = "Blob"
        $0.changes = 4
      }
      await queue.advance(by: 1)
      await store.receive(.saved)
      XCTAssertEqual(keepButton.role, .cancel)
      XCTAssertEqual(saveButton.action, .send(.saved))
    }

    @MainActor
    func testReducersOfTheProtocolWithATypeOfErrors() async {
      let store = TestStore(initialState: 0, reducer: Doubling())
      await store.send(1) { $0 = 1 }
      await store.receive(2) { $0 = 2 }
      await store.receive(4) { $0 = 4 }
      let other = TestStore(initialState: Halving.State(), reducer: Halving())
      await other.send(.halve) { $0.number = 32 }
    }
  }
#endif
