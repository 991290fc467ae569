@Reducer
struct Parent {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: Profile.State?
    var path = StackState<Profile.State>()
  }

  enum Action {
    case closeTapped
    case detail(PresentationAction<Profile.Action>)
    case loaded(String)
    case path(StackActionOf<Profile>)
    case refreshTapped
    case saveTapped
    case saved
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      // The block.
      default:
        return .none
      }
    }
  }
}
