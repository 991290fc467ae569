public import RecordCoding
public import ValueDump

/// A value that describes a dialog in which the user makes a choice.
///
///     let dialog = ConfirmationDialogState<TodoAlert>(titleVisibility: .visible) {
///       TextState("This todo")
///     } actions: {
///       ButtonState(role: .destructive, action: .confirmTapped) { TextState("Delete") }
///       ButtonState(role: .cancel) { TextState("Keep") }
///     }
@Recordable
public struct ConfirmationDialogState<Action>: Identifiable {
  /// The unique identity of the dialog, which doesn't take part in comparisons.
  public let id = DialogID()
  /// The buttons, in order.
  public var buttons: [ButtonState<Action>]
  /// The message shown below the title.
  public var message: TextState?
  /// The title of the dialog.
  public var title: TextState
  /// The visibility of the title.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility

  /// Creates a dialog from closures that return its parts.
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

  /// Creates a dialog with the platform's default title visibility.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(titleVisibility: .automatic, title: title, actions: actions, message: message)
  }

  /// Creates a dialog with a list of buttons.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// Returns a dialog with a new identity and transformed button actions.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      title: title, titleVisibility: titleVisibility, message: message,
      buttons: buttons.map { $0.map(transform) })
  }
}

/// The visibility of a dialog's title.
///
///     let dialog = ConfirmationDialogState<TodoAlert>(
///       title: TextState("This todo"), titleVisibility: .hidden,
///       buttons: [.destructive(TextState("Delete"), action: .send(.confirmTapped))])
@Recordable
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// A title that is visible if that is the platform's default.
  case automatic
  /// A title that is hidden.
  case hidden
  /// A title that is visible.
  case visible
}

extension ConfirmationDialogState: _EphemeralState {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Returns whether both dialogs have the same text and buttons.
  public static func == (one: Self, other: Self) -> Bool {
    one.title == other.title && one.titleVisibility == other.titleVisibility
      && one.message == other.message && one.buttons == other.buttons
  }
}

@_documentation(visibility: internal)
extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes the text and the buttons of the dialog.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

@_documentation(visibility: internal)
extension ConfirmationDialogState: CustomDumpReflectable {
  /// A mirror of the text and the buttons of the dialog.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("title", title), ("titleVisibility", titleVisibility)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
