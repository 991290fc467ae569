public import RecordCoding
public import ValueDump

/// A value that describes an alert with its title, message and buttons.
///
///     let alert = AlertState<TodoAlert> {
///       TextState("Delete this todo?")
///     } actions: {
///       ButtonState(role: .destructive, action: .confirmTapped) { TextState("Delete") }
///       ButtonState(role: .cancel) { TextState("Keep") }
///     }
@Recordable
public struct AlertState<Action>: Identifiable {
  /// The unique identity of the alert, which doesn't take part in comparisons.
  public let id = DialogID()
  /// The buttons in order, or none if a view should only show a button that closes the alert.
  public var buttons: [ButtonState<Action>]
  /// The message shown below the title.
  public var message: TextState?
  /// The title of the alert.
  public var title: TextState

  /// Creates an alert from closures that return its parts.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.title = title()
    buttons = actions()
    self.message = message?()
  }

  /// Creates an alert with a list of buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// Creates an alert with at most one button.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert with two buttons.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }

  /// Returns an alert with a new identity and transformed button actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }
}

extension AlertState: _EphemeralState {}
extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Equatable where Action: Equatable {
  /// Returns whether both alerts have the same text and buttons.
  public static func == (one: Self, other: Self) -> Bool {
    one.title == other.title && one.message == other.message && one.buttons == other.buttons
  }
}

@_documentation(visibility: internal)
extension AlertState: Hashable where Action: Hashable {
  /// Hashes the text and the buttons of the alert.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

@_documentation(visibility: internal)
extension AlertState: CustomDumpReflectable {
  /// A mirror of the text and the buttons of the alert.
  public var customDumpMirror: Mirror {
    var children: [Mirror.Child] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// An identity that is unique to one alert or dialog, even among dialogs with equal content.
@_documentation(visibility: internal)
public struct DialogID: Hashable, Sendable {
  private final class Token: Sendable {}

  // A reference, because stores would have to share a counter for numbers. The reference is only
  // compared, so its address has no effect.
  private let token = Token()

  /// Returns whether both identities belong to the same alert or dialog.
  public static func == (one: Self, other: Self) -> Bool { one.token === other.token }

  /// Hashes the identity.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(token))
  }
}
