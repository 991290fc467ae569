@Reducer
struct Parent {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var isEdited = false
    var profile = Profile.State()
    @Presents var detail: Profile.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case profile(Profile.Action)
    case detail(PresentationAction<Profile.Action>)
  }

  // The block.
}
