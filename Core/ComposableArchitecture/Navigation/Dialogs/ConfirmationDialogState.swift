public import RecordCoding
public import ValueDump

/// A dialog that asks the user to choose, as a value: its title, its message and its buttons.
///
///     let dialog = ConfirmationDialogState<TodoAlert>(titleVisibility: .visible) {
///       TextState("This todo")
///     } actions: {
///       ButtonState(role: .destructive, action: .confirmTapped) { TextState("Delete") }
///       ButtonState(role: .cancel) { TextState("Keep") }
///     }
@Recordable
public struct ConfirmationDialogState<Action>: Identifiable {
  /// What tells the dialog from others; no part of its value.
  public let id = DialogID()
  /// The buttons, in order.
  public var buttons: [ButtonState<Action>]
  /// What is said below the title.
  public var message: TextState?
  /// What the dialog is about.
  public var title: TextState
  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// Creates a dialog.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility, title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.titleVisibility = titleVisibility
    self.title = title()
    buttons = actions()
    self.message = message?()
  }

  /// Creates a dialog whose title is shown where that is usual.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(titleVisibility: .automatic, title: title, actions: actions, message: message)
  }

  /// Creates a dialog of a list of buttons.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// The same dialog, under an identity of its own, with the actions of its buttons turned into
  /// others.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      title: title, titleVisibility: titleVisibility, message: message,
      buttons: buttons.map { $0.map(transform) })
  }
}

/// Whether the title of a dialog is shown.
///
///     let dialog = ConfirmationDialogState<TodoAlert>(
///       title: TextState("This todo"), titleVisibility: .hidden,
///       buttons: [.destructive(TextState("Delete"), action: .send(.confirmTapped))])
@Recordable
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// It is shown where that is usual.
  case automatic
  /// It is not shown.
  case hidden
  /// It is shown.
  case visible
}

extension ConfirmationDialogState: _EphemeralState {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Whether both say the same and have the same buttons.
  public static func == (one: Self, other: Self) -> Bool {
    one.title == other.title && one.titleVisibility == other.titleVisibility
      && one.message == other.message && one.buttons == other.buttons
  }
}

@_documentation(visibility: internal)
extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Feeds what the dialog says, and its buttons, to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

@_documentation(visibility: internal)
extension ConfirmationDialogState: CustomDumpReflectable {
  /// A mirror of what the dialog says and does.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("title", title), ("titleVisibility", titleVisibility)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
