/// State that goes away with the first action it sends, as that of an alert does.
///
/// `ifLet` dismisses it when the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// The actions that it can send.
  associatedtype Action

  /// The type of the actions that it can send.
  static var actionType: Any.Type { get }
}

extension _EphemeralState {
  /// The type of the actions that it can send.
  public static var actionType: Any.Type { Action.self }
}
