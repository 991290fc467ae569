public import RecordCoding

#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// A value that describes a button of an alert or a dialog.
///
///     let button = ButtonState<TodoAlert>(role: .destructive, action: .confirmTapped) {
///       TextState("Delete")
///     }
@Recordable
public struct ButtonState<Action> {
  /// The action that the button performs.
  public let action: ButtonStateAction<Action>
  /// The label of the button.
  public let label: TextState
  /// The semantic role of the button, if any.
  public let role: ButtonStateRole?

  /// Creates a button, which only closes its alert or dialog if it has no action.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button that sends an action.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Creates a button that cancels the operation.
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// Creates a button without a special role.
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// Creates a button that deletes data or does something else that is irreversible.
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }

  /// Calls a function with the action that a tap sends, if there is one.
  public func withAction(_ perform: (Action?) -> Void) {
    perform(action.action)
  }

  /// Returns the button with its action transformed.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

/// The semantic role of a button.
///
///     let button = ButtonState<TodoAlert>(role: .cancel) { TextState("Keep") }
@Recordable
public enum ButtonStateRole: Hashable, Sendable {
  /// A role for a button that cancels the operation.
  case cancel
  /// A role for a button that deletes data or does something else that is irreversible.
  case destructive
}

/// The optional action that a button sends when tapped.
///
///     let button = ButtonState<TodoAlert>(action: .send(.confirmTapped, animation: .default)) {
///       TextState("Delete")
///     }
@Recordable
public struct ButtonStateAction<Action> {
  /// The action to send, if there is one.
  public let action: Action?

  /// Creates a button action that sends the given action, if any.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// Creates a button action that sends the given action, if any, ignoring the animation.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    Self(action: action)
  }

  /// Returns the button action with its action transformed.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }

  private init(action: Action?) {
    self.action = action
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

/// A result builder that lists the buttons of an alert or a dialog.
///
///     @ButtonStateBuilder<TodoAlert>
///     func buttons() -> [ButtonState<TodoAlert>] {
///       ButtonState(role: .destructive, action: .confirmTapped) { TextState("Delete") }
///       ButtonState(role: .cancel) { TextState("Keep") }
///     }
@resultBuilder
public enum ButtonStateBuilder<Action> {}

@_documentation(visibility: internal)
extension ButtonStateBuilder {
  /// Returns a list with a single button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  /// Joins the parts of the list.
  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }

  /// Returns the buttons of an `if` without `else`, or an empty list.
  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    part ?? []
  }

  /// Returns the buttons of the first branch of an `if` or a `switch`.
  public static func buildEither(first part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  /// Returns the buttons of the second branch of an `if` or a `switch`.
  public static func buildEither(second part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  /// Joins the buttons that a loop creates.
  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }

  /// Returns buttons that depend on the availability of an API.
  public static func buildLimitedAvailability(
    _ part: [ButtonState<Action>]
  ) -> [ButtonState<Action>] {
    part
  }
}
