/// Where an action came from.
///
///     func describe(_ origin: StepOrigin) -> String {
///       switch origin {
///       case .sent: "sent"
///       case .received(let step): "received from an effect of step \(step)"
///       }
///     }
public enum StepOrigin: Hashable, Sendable {
  /// It was sent to the store from outside.
  case sent
  /// An effect sent it; the number is that of the step that started the effect.
  case received(startedBy: UInt64)
}
