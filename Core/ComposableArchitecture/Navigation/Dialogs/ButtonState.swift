public import RecordCoding

#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// A button of an alert or a dialog, as a value.
///
///     let button = ButtonState<TodoAlert>(role: .destructive, action: .confirmTapped) {
///       TextState("Delete")
///     }
@Recordable
public struct ButtonState<Action> {
  /// What the button does.
  public let action: ButtonStateAction<Action>
  /// What it says.
  public let label: TextState
  /// What it is for, beyond its label.
  public let role: ButtonStateRole?

  /// Creates a button; without an action it only closes what it stands in.
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

  /// A button that leaves things as they are.
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// A button without a special role.
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// A button that takes something away for good.
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }

  /// Calls a function with the action that a tap sends, if it sends one.
  public func withAction(_ perform: (Action?) -> Void) {
    perform(action.action)
  }

  /// The same button with its action turned into another.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

/// What a button is for, beyond its label.
///
///     let button = ButtonState<TodoAlert>(role: .cancel) { TextState("Keep") }
@Recordable
public enum ButtonStateRole: Hashable, Sendable {
  /// It leaves things as they are.
  case cancel
  /// It takes something away for good.
  case destructive
}

/// What a button does when it is tapped: it sends an action, or none.
///
///     let button = ButtonState<TodoAlert>(action: .send(.confirmTapped, animation: .default)) {
///       TextState("Delete")
///     }
@Recordable
public struct ButtonStateAction<Action> {
  /// The action that is sent, if one is.
  public let action: Action?

  /// Sends an action, or none.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// Sends an action, or none, with an animation where an interface shows what it changes.
  public static func send(_ action: Action?, animation: Animation?) -> Self {
    Self(action: action)
  }

  /// The same with the action turned into another.
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

/// Lists the buttons of an alert or a dialog one below the other.
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
  /// A button in the list.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  /// The buttons of all parts of the list.
  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }

  /// The buttons of an `if` without `else`.
  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    part ?? []
  }

  /// The buttons of the first branch of an `if` or a `switch`.
  public static func buildEither(first part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  /// The buttons of the second branch of an `if` or a `switch`.
  public static func buildEither(second part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  /// The buttons that a loop makes.
  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }

  /// Buttons that are only there on newer systems.
  public static func buildLimitedAvailability(
    _ part: [ButtonState<Action>]
  ) -> [ButtonState<Action>] {
    part
  }
}
