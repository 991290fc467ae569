import ComposableArchitecture
import Observation
import Testing

/// A feature as written before `@ObservableState` and case key paths.
@Reducer
struct Profile {
  struct State: Equatable {
    @BindingState var name = "Blob"
    var age = 40
    var isSaving = false
  }

  enum Action: BindableAction, Equatable {
    case ageChanged(Int)
    case binding(BindingAction<State>)
    case refresh
    case saveButtonTapped
    case saveResponse(TaskResult<Int>)
  }

  enum ViewAction: Equatable {
    case older
    case save
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .ageChanged(let age):
        state.age = age
        return .none
      case .binding, .refresh:
        return .none
      case .saveButtonTapped:
        state.isSaving = true
        return .run { [age = state.age] send in
          await send(.saveResponse(.success(age)))
          await send(.refresh)
        }
      case .saveResponse:
        state.isSaving = false
        return .none
      }
    }
  }
}

@MainActor
struct EarlierSpellingsTests {
  @available(*, deprecated)
  @Test func receivingCasesByPrefix() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await store.receive(/Profile.Action.saveResponse) { $0.isSaving = false }
    await store.receive(/Profile.Action.refresh, timeout: 1_000_000_000)
  }

  @available(*, deprecated)
  @Test func receivingAnotherCaseFails() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.saveButtonTapped) { $0.isSaving = true }
    await withKnownIssue {
      await store.receive(/Profile.Action.ageChanged)
    }
    store.exhaustivity = .off
  }

  @available(*, deprecated)
  @Test func viewStoreOfState() async {
    let store = Store(initialState: Profile.State()) { Profile() }
    let viewStore = ViewStore(store, observe: { $0 })
    #expect(viewStore.state == Profile.State())
    #expect(viewStore.age == 40)
    viewStore.send(.ageChanged(41))
    #expect(viewStore.age == 41)
    let age = viewStore.binding(get: \.age, send: Profile.Action.ageChanged)
    age.wrappedValue += 1
    #expect(age.wrappedValue == 42)
    #expect(store.withState(\.age) == 42)
    await viewStore.send(.saveButtonTapped, while: \.isSaving)
    #expect(!viewStore.isSaving)
  }

  @available(*, deprecated)
  @Test func taskOfASentAction() async {
    let store = Store(initialState: Profile.State()) { Profile() }
    await store.send(.saveButtonTapped)?.value
    #expect(!store.withState(\.isSaving))
    let none: Task<Void, Never>? = store.send(.refresh)
    #expect(none == nil)
    let task = store.send(.saveButtonTapped)
    await task.finish()
    #expect(!store.withState(\.isSaving))
  }

  @available(*, deprecated)
  @Test func bindingStateOfAViewStore() {
    let viewStore: ViewStoreOf<Profile> = ViewStore(
      Store(initialState: Profile.State()) { Profile() }, observe: { $0 })
    viewStore.$name.wrappedValue = "Blob, Jr."
    #expect(viewStore.name == "Blob, Jr.")
  }

  @available(*, deprecated)
  @Test func viewStateAndViewActions() {
    struct ViewState: Equatable {
      let title: String
      init(_ state: Profile.State) { title = "\(state.name), \(state.age)" }
    }
    let store = Store(initialState: Profile.State()) { Profile() }
    let viewStore = ViewStore(
      store, observe: ViewState.init,
      send: { (action: Profile.ViewAction) in
        switch action {
        case .older: .ageChanged(41)
        case .save: .saveButtonTapped
        }
      })
    viewStore.send(.older)
    #expect(viewStore.title == "Blob, 41")
    let title = viewStore.binding(get: \.title, send: .save)
    title.wrappedValue = "whatever"
    #expect(store.withState(\.isSaving))
  }

  @available(*, deprecated)
  @Test func viewStorePublishesOnlyItsState() {
    let store = Store(initialState: Profile.State()) { Profile() }
    let viewStore = ViewStore(store, observe: \.age)
    let changes = LockIsolated(0)
    func watch() {
      withObservationTracking {
        _ = viewStore.state
      } onChange: {
        changes.withValue { $0 += 1 }
      }
    }
    watch()
    store.send(.saveButtonTapped)
    store.send(.ageChanged(40))
    #expect(changes.value == 0)
    store.send(.ageChanged(41))
    #expect(changes.value == 1)
  }
}
