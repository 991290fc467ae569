import ComposableArchitecture
import Platform
import Testing

@MainActor
@Suite("Alerts and dialogs as values")
struct NavigationDialogTests {
  enum Choice: Hashable, Sendable { case delete, rename(String) }

  private func alert(title: String = "Delete?", isLocked: Bool = false) -> AlertState<Choice> {
    AlertState {
      TextState(title)
    } actions: {
      if !isLocked {
        ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      }
      for name in ["A", "B"] {
        ButtonState(action: .rename(name)) { TextState(name) }
      }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("It can't be undone.")
    }
  }

  @Test("Buttons can be listed with conditions and loops", arguments: [true, false])
  func builder(isLocked: Bool) {
    let labels = alert(isLocked: isLocked).buttons.map { String(state: $0.label) }
    #expect(labels == (isLocked ? [] : ["Delete"]) + ["A", "B", "Keep"])
    #expect(alert().buttons.map(\.action.action) == [.delete, .rename("A"), .rename("B"), nil])
    #expect(alert().buttons.map(\.role) == [.destructive, nil, nil, .cancel])
  }

  @Test("Two alerts with equal content are equal, but have different identities")
  func identity() {
    let first = alert()
    let second = alert()
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first.id != second.id)
    #expect(first.id == first.id)
    #expect(first != alert(title: "Remove?"))
    #expect(first != alert(isLocked: true))
  }

  @Test("The older initializers create equal alerts")
  func initializers() {
    let built = AlertState<Choice> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .send(.delete)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
    let two = AlertState<Choice>(
      title: TextState("Delete?"),
      primaryButton: .destructive(TextState("Delete"), action: .send(.delete)),
      secondaryButton: .cancel(TextState("Keep")))
    #expect(two == built)
    let one = AlertState<Choice>(
      title: TextState("Done"), dismissButton: .default(TextState("OK"), action: .send(nil)))
    #expect(one.buttons.map { String(state: $0.label) } == ["OK"])
    #expect(AlertState<Choice>(title: TextState("Done")).buttons.isEmpty)
  }

  @Test("map transforms the actions of buttons")
  func mapping() {
    let mapped = alert().map { $0.map { "\($0)" } }
    #expect(
      mapped.buttons.map(\.action.action) == ["delete", #"rename("A")"#, #"rename("B")"#, nil])
    var action: Choice?
    alert().buttons.first?.withAction { action = $0 }
    #expect(action == .delete)
  }

  @Test("A dialog specifies the visibility of its title")
  func dialog() {
    let dialog = ConfirmationDialogState<Choice>(titleVisibility: .visible) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .rename("A")) { TextState("A") }
    }
    #expect(
      dialog
        == ConfirmationDialogState(
          title: TextState("Which?"), titleVisibility: .visible,
          buttons: [.default(TextState("A"), action: .send(.rename("A")))]))
    #expect(dialog != dialog.map { _ in .delete })
    #expect(ConfirmationDialogState<Choice> { TextState("") }.titleVisibility == .automatic)
  }

  @Test("An alert is dumped as it is written")
  func dump() {
    var text = ""
    customDump(
      AlertState<Choice> {
        TextState("Delete ") + TextState("all").bold().italic()
      } actions: {
        ButtonState(action: .delete) { TextState("Yes") }
      }, to: &text)
    #expect(
      text == """
        AlertState(
          title: "Delete <i><b>all</b></i>",
          actions: [
            [0]: ButtonState(
              action: ButtonStateAction(
                action: .delete
              ),
              label: "Yes",
              role: nil
            )
          ]
        )
        """)
    #expect(String(state: TextState("a") + TextState("b").bold()) == "ab")
  }

  @Test("An alert that is the only destination is dismissed by its first action")
  func ifLet() {
    let store = Store(initialState: Parent.State(alert: alert(), dialog: nil)) { Parent() }
    store.send(.alert(.presented(.rename("A"))))
    #expect(store.state.alert == nil)
    #expect(store.state.names == ["A"])
    store.send(.ask)
    store.send(.alert(.presented(.delete)))
    #expect(store.state.alert == AlertState { TextState("Again?") })
    store.send(.alert(.dismiss))
    #expect(store.state.alert == nil)
    store.send(.dialog(.presented(.delete)))
    #expect(store.state.dialog == nil)
  }

  @Reducer
  struct Parent {
    struct State: Equatable {
      @Presents var alert: AlertState<Choice>?
      @PresentationState var dialog: ConfirmationDialogState<Choice>?
      var names: [String] = []

      init(alert: AlertState<Choice>?, dialog: ConfirmationDialogState<Choice>?) {
        self.alert = alert
        self.dialog = dialog
      }
    }
    enum Action {
      case alert(PresentationAction<Choice>)
      case dialog(PresentationAction<Choice>)
      case ask
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .alert(.presented(.rename(let name))):
          state.names.append(name)
        case .alert(.presented(.delete)):
          state.alert = AlertState { TextState("Again?") }
        case .ask:
          state.alert = AlertState { TextState("Sure?") }
          state.dialog = ConfirmationDialogState { TextState("Which?") }
        case .alert, .dialog:
          break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }
}
