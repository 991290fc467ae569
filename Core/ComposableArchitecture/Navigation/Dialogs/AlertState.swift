public import RecordCoding
public import ValueDump

/// An alert, as a value: its title, its message and its buttons.
///
///     let alert = AlertState<TodoAlert> {
///       TextState("Delete this todo?")
///     } actions: {
///       ButtonState(role: .destructive, action: .confirmTapped) { TextState("Delete") }
///       ButtonState(role: .cancel) { TextState("Keep") }
///     }
@Recordable
public struct AlertState<Action>: Identifiable {
  /// What tells the alert from others; no part of its value.
  public let id = DialogID()
  /// The buttons, in order; without any, a view shows one that closes the alert.
  public var buttons: [ButtonState<Action>]
  /// What is said below the title.
  public var message: TextState?
  /// What the alert is about.
  public var title: TextState

  /// Creates an alert.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    buttons = actions()
    self.message = message?()
  }

  /// Creates an alert of a list of buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// Creates an alert of at most one button.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert of two buttons.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }

  /// The same alert, under an identity of its own, with the actions of its buttons turned into others.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }
}

extension AlertState: _EphemeralState {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Equatable where Action: Equatable {
  /// Whether both say the same and have the same buttons.
  public static func == (one: Self, other: Self) -> Bool {
    one.title == other.title && one.message == other.message && one.buttons == other.buttons
  }
}

@_documentation(visibility: internal)
extension AlertState: Hashable where Action: Hashable {
  /// Feeds what the alert says, and its buttons, to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

@_documentation(visibility: internal)
extension AlertState: CustomDumpReflectable {
  /// A mirror of what the alert says and does.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// What tells an alert or a dialog from one that was made later, even if both say the same.
@_documentation(visibility: internal)
public struct DialogID: Hashable, Sendable {
  private final class Token: Sendable {}

  // A reference and not a number: it needs no count that all stores would share. Nothing depends on
  // where it stands; it is only ever compared.
  private let token = Token()

  /// Whether both are of the same alert or dialog.
  public static func == (one: Self, other: Self) -> Bool { one.token === other.token }

  /// Feeds the identity to a hasher.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(token))
  }
}
