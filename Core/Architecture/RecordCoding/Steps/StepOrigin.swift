/// The origin of an action.
///
///     func describe(_ origin: StepOrigin) -> String {
///       switch origin {
///       case .sent: "sent"
///       case .received(let step): "received from an effect of step \(step)"
///       }
///     }
public enum StepOrigin: Hashable, Sendable {
  /// An action that was sent to the store from outside.
  case sent
  /// An action from an effect, with the number of the step that started the effect.
  case received(startedBy: UInt64)
}
