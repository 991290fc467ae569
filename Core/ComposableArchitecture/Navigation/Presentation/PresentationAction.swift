public import RecordCoding

/// An action of a presentation: one of the feature that is presented, or its dismissal.
@Recordable
public enum PresentationAction<Action> {
  /// The feature is to be dismissed.
  case dismiss

  /// An action of the feature that is presented.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
