public import RecordCoding

/// What a button does when it is tapped: it sends an action, or none.
@Recordable
public struct ButtonStateAction<Action> {
  /// The action that is sent, if one is.
  public let action: Action?

  /// Sends an action, or none.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

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
